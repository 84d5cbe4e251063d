"""The repeats of a reduction in another order."""
TAG = 'reduction'
WORDS = 'median_rate'
BASE = 'small'


def forge(record):
    record.reduction(0, 'rate')['inputs'].reverse()
