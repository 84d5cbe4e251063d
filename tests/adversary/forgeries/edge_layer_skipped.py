"""A claim that asserts an observation."""
TAG = 'edge'
WORDS = 'asserts'
BASE = 'small'


def forge(record):
    record.claim(0, 'rate')['asserts'] = record.repeats(0)[0].key
