"""A root whose format has 64 bytes: one that is newer has 63 at most."""
TAG = 'schema'
WORDS = 'format'
BASE = 'small'


def forge(record):
    record.root()['format'] = 'witnessmark/1.' + '9' * 50
