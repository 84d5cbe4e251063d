"""A reason among external values without a null."""
TAG = 'null'
WORDS = 'evidence.jsonl'
BASE = 'small'


def forge(record):
    record.find(kind='external')['values']['reason'] = 'estimated'
