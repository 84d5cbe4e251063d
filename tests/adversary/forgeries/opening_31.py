"""One of 32 openings is missing."""
TAG = 'schema'
WORDS = 'openings'
BASE = 'small'


def forge(record):
    record.find(stage='witness', item=0)['openings'].pop()
