"""A divergence above zero although the outputs are equal."""
TAG = 'digest'
WORDS = 'evidence.jsonl'
BASE = 'small'


def forge(record):
    record.repeats(1)[1]['divergence'] = 1e-9
    record.recompute()
