"""A key with a capital letter in a node: that is said, and not that the field is unknown."""
TAG = 'line'
WORDS = 'evidence.jsonl'
BASE = 'small'


def forge(record):
    record.find(kind='session')['Z'] = 1
