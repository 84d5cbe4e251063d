"""Iterations beyond 2^53-1."""
TAG = 'schema'
WORDS = 'iterations'
BASE = 'small'


def forge(record):
    record.repeats(1)[0]['iterations'] = 2.0 ** 53
    record.recompute()
