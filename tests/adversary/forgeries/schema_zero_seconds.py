"""A repeat that took no time."""
TAG = 'schema'
WORDS = 'seconds'
BASE = 'small'


def forge(record):
    record.repeats(1)[0]['seconds'] = 0
