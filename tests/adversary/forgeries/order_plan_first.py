"""The plan is on line 1."""
TAG = ('order', 'edge')
WORDS = 'evidence.jsonl:1'
BASE = 'small'


def forge(record):
    record.move(record.plan(), before=record.environment())
