"""A repeat of an item that the plan does not have."""
TAG = ('workload', 'schema')
WORDS = 'evidence.jsonl'
BASE = 'small'


def forge(record):
    record.repeats(1)[-1]['item'] = 9
