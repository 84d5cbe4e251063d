"""A claim with a class although its quantity has none."""
TAG = 'schema'
WORDS = 'class'
BASE = 'small'


def forge(record):
    record.claim(0, 'rate_low')['class'] = 'S1'
