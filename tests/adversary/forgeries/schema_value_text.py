"""An external value that is a string."""
TAG = 'schema'
WORDS = 'misses'
BASE = 'small'


def forge(record):
    record.find(kind='external')['values']['misses'] = '12'
