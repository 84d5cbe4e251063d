"""A claim with the unit class and no prefix, whose text names the unit."""
TAG = 'text'
WORDS = 'x.latency.median'
BASE = 'small'


def forge(record):
    claim = record.all(type='claim')[-1]
    claim.update(unit='class', text=claim['text'].replace('ns', 'class'))
