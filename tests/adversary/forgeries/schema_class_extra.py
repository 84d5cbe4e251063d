"""A claim with a class that the table gives it not."""
TAG = 'schema'
WORDS = 'class'
BASE = 'small'


def forge(record):
    record.claim(0, 'rate_low')['class'] = 'S1'
