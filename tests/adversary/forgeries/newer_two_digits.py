"""A record of format 1.10, which is above 1.9."""
TAG = 'newer'
WORDS = 'witnessmark/1.10'
BASE = 'small'
STATUS = 3


def forge(record):
    record.root()['format'] = 'witnessmark/1.10'
