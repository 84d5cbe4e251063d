"""A name in values has 65 bytes."""
TAG = 'schema'
WORDS = '65 bytes'
BASE = 'small'


def forge(record):
    for node in record.all(kind='external'):
        node['values']['v' * 65] = 1
