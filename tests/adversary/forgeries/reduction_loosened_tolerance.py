"""A tolerance of twenty floors instead of twelve."""
TAG = 'reduction'
WORDS = 'tolerance'
BASE = 'small'


def forge(record):
    node = record.reduction(0, 'tolerance')
    node['value'] = node['value'] * 5 / 3
