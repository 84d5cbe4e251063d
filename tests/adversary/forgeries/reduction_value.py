"""A median rate that is not the median."""
TAG = 'reduction'
WORDS = 'median_rate'
BASE = 'small'


def forge(record):
    node = record.reduction(0, 'rate')
    node['value'] = node['value'] * 1.01
    record.claim(0, 'rate')['value'] = node['value']
