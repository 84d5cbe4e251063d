"""An observation of an unknown kind."""
TAG = 'schema'
WORDS = 'evidence.jsonl:3'
BASE = 'small'


def forge(record):
    record.place(record.copy(record.plan(), kind='remark'), after=record.plan())
