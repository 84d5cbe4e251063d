"""A record without a root."""
TAG = ('order', 'root', 'line')
WORDS = 'evidence.jsonl'
BASE = 'small'


def forge(record):
    record.nodes.pop()
