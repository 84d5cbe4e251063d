"""A reduction of a reduction."""
TAG = 'edge'
WORDS = 'inputs'
BASE = 'small'


def forge(record):
    record.find(function='mean_of')['inputs'] = [record.find(function='maximum_of').key]
