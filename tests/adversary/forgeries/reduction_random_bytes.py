"""The rate of random reads in bytes, which is four times the rate in reads."""
TAG = 'reduction'
WORDS = 'median_rate'
BASE = 'sweeps'


def forge(record):
    rate = record.reduction(record.item('random_access', 'latency'), 'rate')
    rate['value'] = 4 * rate['value']
