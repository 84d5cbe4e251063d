"""A row path although the row is one chunk."""
TAG = 'opening'
WORDS = 'opening 3'
BASE = 'small'


def forge(record):
    record.find(stage='witness', item=0)['openings'][3]['row_path'].append('0' * 64)
