"""An x. claim that says more than its reduction."""
TAG = 'value'
WORDS = 'x.latency.median'
BASE = 'small'


def forge(record):
    record.all(type='claim')[-1]['value'] += 1
