"""A stage without its `previous`."""
TAG = ('schema', 'stage')
WORDS = 'previous'
BASE = 'small'


def forge(record):
    del record.find(stage='witness', item=1)['previous']
