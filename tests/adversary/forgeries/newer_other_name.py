"""A format with another name."""
TAG = 'schema'
WORDS = 'format'
BASE = 'small'


def forge(record):
    record.root()['format'] = 'benchmark/1.0'
