"""A claim of a point comes among those of items."""
TAG = 'claim'
WORDS = 'evidence.jsonl:'
BASE = 'faults'


def forge(record):
    record.move(record.claim(record.point('cold'), 'products'), before=record.all(type='claim')[0])
