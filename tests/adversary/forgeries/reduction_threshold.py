"""A row threshold for more rows than the output has."""
TAG = 'reduction'
WORDS = 'row_threshold'
BASE = 'small'


def forge(record):
    node = record.reduction(0, 'row_threshold')
    node['value'] = node['value'] * 9.95 / 5.74
