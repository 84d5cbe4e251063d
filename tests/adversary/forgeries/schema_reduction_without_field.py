"""A reduction of a series that names no field."""
TAG = 'schema'
WORDS = 'field'
BASE = 'small'


def forge(record):
    del record.find(function='maximum_of')['field']
