"""A record of format 2."""
TAG = 'newer'
WORDS = 'witnessmark/2.0'
BASE = 'small'
STATUS = 3


def forge(record):
    record.root()['format'] = 'witnessmark/2.0'
