"""An external value that is a text."""
TAG = 'schema'
WORDS = 'misses'
BASE = 'small'


def forge(record):
    record.find(kind='external')['values']['misses'] = '12'
