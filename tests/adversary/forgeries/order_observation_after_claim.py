"""An observation after the claims."""
TAG = 'order'
WORDS = 'evidence.jsonl'
BASE = 'small'


def forge(record):
    extra = record.copy(record.environment(), device='second device')
    record.place(extra, before=record.root())
