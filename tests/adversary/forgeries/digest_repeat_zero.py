"""Repeat 0 diverges from itself."""
TAG = 'digest'
WORDS = 'evidence.jsonl'
BASE = 'small'


def forge(record):
    record.repeats(0)[0]['divergence'] = 1e-9
    record.recompute()
