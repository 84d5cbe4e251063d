"""An item planned with zero repeats."""
TAG = 'plan'
WORDS = 'evidence.jsonl:2'
BASE = 'one'


def forge(record):
    record.plan()['items'][0]['repeats'] = 0
