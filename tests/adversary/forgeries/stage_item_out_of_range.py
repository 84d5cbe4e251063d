"""A stage of an item that the plan does not have."""
TAG = ('stage', 'schema')
WORDS = 'evidence.jsonl'
BASE = 'small'


def forge(record):
    acquire = record.find(stage='acquire', item=1)
    record.place(record.copy(acquire, item=9), after=acquire)
