"""A null among the inputs of a reduction over a series."""
TAG = 'schema'
WORDS = 'inputs'
BASE = 'small'


def forge(record):
    record.find(type='reduction', function='maximum_of')['inputs'].append(None)
