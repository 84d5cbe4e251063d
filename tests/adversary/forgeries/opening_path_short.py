"""A path without its last element."""
TAG = 'opening'
WORDS = 'opening 3'
BASE = 'small'


def forge(record):
    record.find(stage='witness', item=0)['openings'][3]['matrix_path'].pop()
