"""Minutes of no point of operation."""
TAG = 'plan'
WORDS = 'evidence.jsonl:2'
BASE = 'small'


def forge(record):
    record.plan()['items'][0]['minutes'] = 8
