"""A median rate over the best repeats only."""
TAG = 'reduction'
WORDS = 'median_rate'
BASE = 'small'


def forge(record):
    repeats = record.repeats(0)
    slowest = min(repeats, key=lambda node: node['iterations'] / node['seconds'])
    record.reduction(0, 'rate')['inputs'].remove(slowest.key)
