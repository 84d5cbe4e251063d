"""An injected fault of no known sort."""
TAG = ('schema', 'stage')
WORDS = 'fault'


def forge(record):
    record.find(stage='inject')['fault'] = 'gamma'
