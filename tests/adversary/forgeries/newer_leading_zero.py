"""A format whose number begins with a zero: no format, and none that is newer."""
TAG = 'schema'
WORDS = 'format'
BASE = 'small'


def forge(record):
    record.root()['format'] = 'witnessmark/01.1'
