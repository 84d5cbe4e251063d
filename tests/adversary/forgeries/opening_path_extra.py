"""A path with one element too many."""
TAG = 'opening'
WORDS = 'opening 3'
BASE = 'small'


def forge(record):
    record.find(stage='witness', item=0)['openings'][3]['matrix_path'].append('0' * 64)
