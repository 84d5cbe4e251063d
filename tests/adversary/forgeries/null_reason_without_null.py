"""A reason where nothing is null."""
TAG = 'null'
WORDS = 'evidence.jsonl'
BASE = 'small'


def forge(record):
    record.repeats(0)[0]['residual']['reason'] = 'estimated'
