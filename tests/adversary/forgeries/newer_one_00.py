"""A format with a leading zero in its minor number, which is not a format."""
TAG = 'schema'
WORDS = 'format'
BASE = 'small'


def forge(record):
    record.root()['format'] = 'witnessmark/1.00'
