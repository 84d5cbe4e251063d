"""An environment without observations."""
TAG = 'reachable'
WORDS = 'evidence.jsonl:3'
BASE = 'small'


def forge(record):
    extra = record.copy(record.environment(), device='a better device')
    record.place(extra, after=record.plan())
