"""An x. claim with another value than its reduction."""
TAG = 'value'
WORDS = 'x.latency.median'
BASE = 'small'


def forge(record):
    record.all(type='claim')[-1]['value'] += 1
