"""A repeat without its method."""
TAG = 'schema'
WORDS = 'method'
BASE = 'small'


def forge(record):
    del record.repeats(0)[1]['method']
