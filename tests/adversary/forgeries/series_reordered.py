"""A reduction with its series in another order."""
TAG = ('series',)
WORDS = 'inputs'
BASE = 'small'


def forge(record):
    record.find(function='median_of')['inputs'].reverse()
