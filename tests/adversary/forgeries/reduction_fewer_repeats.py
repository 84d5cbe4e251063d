"""An interval from five repeats, which are too few."""
TAG = 'reduction'
WORDS = 'rate_low'
BASE = 'small'


def forge(record):
    node = record.reduction(0, 'rate_low')
    node['value'] = 1e9
    del node['reason']
