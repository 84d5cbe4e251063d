"""A claim with the unit class, which is named where there is no prefix."""
TAG = 'text'
WORDS = 'x.latency.median'
BASE = 'small'


def forge(record):
    claim = record.all(type='claim')[-1]
    claim.update(unit='class', text=claim['text'].replace('ns', 'class'))
