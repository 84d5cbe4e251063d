"""A repeat of an item that the plan does not have."""
TAG = ('workload', 'schema')
WORDS = 'evidence.jsonl'
BASE = 'small'


def forge(record):
    last = record.repeats(1)[-1]
    record.place(record.copy(last, item=9), after=last)
