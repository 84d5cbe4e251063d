"""An item that is planned without a repeat, and measured when it suits."""
TAG = 'plan'
WORDS = 'evidence.jsonl:2'
BASE = 'one'


def forge(record):
    record.plan()['items'][0]['repeats'] = 0
