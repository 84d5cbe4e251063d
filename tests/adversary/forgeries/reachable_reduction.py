"""A reduction without a claim."""
TAG = 'reachable'
WORDS = 'evidence.jsonl'
BASE = 'small'


def forge(record):
    claim = record.all(type='claim')[-1]
    claim['beside'].pop()
