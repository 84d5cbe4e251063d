"""The function of a reduction is a number."""
TAG = 'schema'
WORDS = 'function'
BASE = 'small'


def forge(record):
    record.find(type='reduction', function='maximum_of')['function'] = 7
