"""A dimension of zero."""
TAG = 'plan'
WORDS = 'evidence.jsonl:2'
BASE = 'one'


def forge(record):
    record.plan()['items'][0]['shape']['k'] = 0
