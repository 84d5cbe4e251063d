"""A bound of row sums for twice the keys."""
TAG = 'reduction'
WORDS = 'row_sum_bound'
BASE = 'attentions'


def forge(record):
    node = record.reduction(1, 'row_sum_bound')
    node['value'] = 2.0 ** -24 * (2 * (32 / 8 + 64) + 3)
