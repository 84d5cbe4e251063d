"""A format whose second number begins with a zero: not this one, and none that is newer."""
TAG = 'schema'
WORDS = 'format'
BASE = 'small'


def forge(record):
    record.root()['format'] = 'witnessmark/1.00'
