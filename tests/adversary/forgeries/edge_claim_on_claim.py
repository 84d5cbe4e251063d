"""A claim that asserts a claim."""
TAG = 'edge'
WORDS = 'asserts'
BASE = 'small'


def forge(record):
    record.claim(0, 'rate_low')['asserts'] = record.claim(0, 'rate').key
