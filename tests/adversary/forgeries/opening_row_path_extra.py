"""A row path although the row is one chunk."""
TAG = 'opening'
WORDS = 'opening 5'
BASE = 'small'


def forge(record):
    record.find(stage='witness', item=0)['openings'][5]['row_path'].append('0' * 64)
