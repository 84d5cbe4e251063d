"""The indices of the sessions do not begin with 0."""
TAG = 'session'
WORDS = 'evidence.jsonl'
BASE = 'small'


def forge(record):
    record.find(kind='session')['index'] = 1
