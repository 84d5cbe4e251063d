"""A series with a capital in its name."""
TAG = 'schema'
WORDS = 'series'
BASE = 'small'


def forge(record):
    for node in record.all(kind='external'):
        node['series'] = 'Latency'
