"""A reduction of nothing."""
TAG = ('schema', 'reduction')
WORDS = 'inputs'
BASE = 'small'


def forge(record):
    record.find(function='maximum_of')['inputs'] = []
