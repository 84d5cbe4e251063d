"""Iterations with a fraction."""
TAG = 'schema'
WORDS = 'iterations'
BASE = 'small'


def forge(record):
    record.repeats(1)[0]['iterations'] = 1000000.5
