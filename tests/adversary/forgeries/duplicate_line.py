"""An environment that stands twice."""
TAG = 'duplicate'
WORDS = 'evidence.jsonl:2'
BASE = 'small'


def forge(record):
    twin = record.copy(record.environment())
    record.place(twin, after=record.environment())
