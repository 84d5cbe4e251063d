"""Two facts in another order."""
TAG = 'schema'
WORDS = 'evidence.jsonl:1'
BASE = 'small'


def forge(record):
    record.environment()['facts'].reverse()
