"""A dimension of 2^31."""
TAG = 'plan'
WORDS = 'evidence.jsonl:2'
BASE = 'small'


def forge(record):
    record.plan()['items'][0]['shape']['n'] = 1 << 31
