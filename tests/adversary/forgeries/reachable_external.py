"""A series without a reduction."""
TAG = 'reachable'
WORDS = 'evidence.jsonl'
BASE = 'small'


def forge(record):
    last = record.all(kind='external')[-1]
    record.place(record.copy(last, series='spare', index=0), after=last)
