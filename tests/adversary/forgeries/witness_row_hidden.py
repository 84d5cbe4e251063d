"""The transcript names another worst row than its product."""
TAG = 'witness'
WORDS = 'residual'
BASE = 'small'


def forge(record):
    residual = record.find(stage='witness', item=0)['residual']
    residual['row'] = (residual['row'] + 1) % 4
