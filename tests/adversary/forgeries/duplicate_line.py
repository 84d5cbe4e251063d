"""An environment occurs twice."""
TAG = 'duplicate'
WORDS = 'evidence.jsonl:3'
BASE = 'small'


def forge(record):
    twin = record.copy(record.environment())
    record.place(twin, after=record.plan())
