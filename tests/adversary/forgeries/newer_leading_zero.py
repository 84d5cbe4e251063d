"""A format number with a leading zero, which is not a format."""
TAG = 'schema'
WORDS = 'format'
BASE = 'small'


def forge(record):
    record.root()['format'] = 'witnessmark/01.2'
