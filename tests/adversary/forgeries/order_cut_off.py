"""The record ends in the middle of its observations."""
TAG = ('order', 'root', 'line')
WORDS = 'evidence.jsonl'
BASE = 'small'


def forge(record):
    record.nodes = record.nodes[:8]
