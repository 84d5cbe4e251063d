"""An item of 1,001 repeats."""
TAG = 'plan'
WORDS = 'evidence.jsonl:2'
BASE = 'small'


def forge(record):
    record.plan()['items'][0]['repeats'] = 1001
