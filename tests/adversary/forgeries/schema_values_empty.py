"""An external observation without values."""
TAG = 'schema'
WORDS = 'values'
BASE = 'small'


def forge(record):
    for node in record.all(kind='external'):
        node['values'] = {}
