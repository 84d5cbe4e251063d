"""An x. claim in an unknown text format."""
TAG = 'schema'
WORDS = 'format'
BASE = 'small'


def forge(record):
    record.all(type='claim')[-1]['format'] = 'word'
