"""The reason among external values is a number."""
TAG = ('null', 'schema')
WORDS = 'evidence.jsonl'
BASE = 'small'


def forge(record):
    record.find(kind='external')['values']['reason'] = 7
