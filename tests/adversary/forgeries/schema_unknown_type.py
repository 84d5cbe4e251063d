"""A node of an unknown type."""
TAG = 'schema'
WORDS = 'evidence.jsonl:3'
BASE = 'small'


def forge(record):
    record.place(record.copy(record.plan(), type='comment'), after=record.plan())
