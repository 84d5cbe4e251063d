"""A reason among values that are all there."""
TAG = 'null'
WORDS = 'evidence.jsonl'
BASE = 'small'


def forge(record):
    record.find(kind='external')['values']['reason'] = 'estimated'
