"""Random reads counted as bytes: four times the rate, as if a read were its four bytes a second."""
TAG = 'reduction'
WORDS = 'median_rate'


def forge(record):
    rate = record.reduction(record.item('random_access', 'latency'), 'rate')
    rate['value'] = 4 * rate['value']
