"""A null claim without a reason."""
TAG = 'null'
WORDS = 'evidence.jsonl'


def forge(record):
    del record.claim(2, 'tolerance')['reason']
