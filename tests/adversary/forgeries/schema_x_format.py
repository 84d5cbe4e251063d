"""An x. claim in a text format that the format does not know."""
TAG = 'schema'
WORDS = 'format'
BASE = 'small'


def forge(record):
    record.all(type='claim')[-1]['format'] = 'word'
