"""A reduction of a field that no observation has."""
TAG = 'series'
WORDS = 'nowhere'
BASE = 'small'


def forge(record):
    record.find(function='maximum_of')['field'] = 'nowhere'
