"""A prior that ends before its root."""
TAG = 'prior'
WORDS = 'prior/1.jsonl'
BASE = 'linked'


def forge(record):
    record.priors[0] = b''.join(record.priors[0].splitlines(True)[:-1])
