"""A format of 64 bytes; a newer format has at most 63."""
TAG = 'schema'
WORDS = 'format'
BASE = 'small'


def forge(record):
    record.root()['format'] = 'witnessmark/1.' + '9' * 50
