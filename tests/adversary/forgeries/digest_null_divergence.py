"""The divergence of equal outputs is null."""
TAG = 'digest'
WORDS = 'evidence.jsonl'
BASE = 'small'


def forge(record):
    record.repeats(1)[1].update(divergence=None, reason='not compared')
    record.recompute()
