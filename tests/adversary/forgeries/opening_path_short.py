"""A path without its last element."""
TAG = 'opening'
WORDS = 'opening 5'
BASE = 'small'


def forge(record):
    record.find(stage='witness', item=0)['openings'][5]['matrix_path'].pop()
