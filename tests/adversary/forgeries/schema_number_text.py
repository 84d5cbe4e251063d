"""A time that is a text."""
TAG = 'schema'
WORDS = 'seconds'
BASE = 'small'


def forge(record):
    record.repeats(1)[0]['seconds'] = '0.1'
