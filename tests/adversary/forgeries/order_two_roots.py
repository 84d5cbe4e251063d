"""A second root behind the root."""
TAG = 'order'
WORDS = 'evidence.jsonl'
BASE = 'small'


def forge(record):
    first = record.root()
    record.place(record.copy(first, continues='0' * 64), after=first)
