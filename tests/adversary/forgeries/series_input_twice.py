"""A reduction with one fast observation twice."""
TAG = ('series',)
WORDS = 'inputs'
BASE = 'small'


def forge(record):
    reduction = record.find(function='mean_of')
    reduction['inputs'][0] = reduction['inputs'][1]
