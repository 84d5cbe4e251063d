"""A minor number that is larger by its length, not by its text."""
TAG = 'newer'
WORDS = 'witnessmark/1.20'
BASE = 'small'
STATUS = 3


def forge(record):
    record.root()['format'] = 'witnessmark/1.20'
