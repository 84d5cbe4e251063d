"""A format that is not a version number."""
TAG = 'schema'
WORDS = 'format'
BASE = 'small'


def forge(record):
    record.root()['format'] = 'witnessmark/one'
