"""Two objects on one line."""
TAG = 'line'
WORDS = 'evidence.jsonl:2'
BASE = 'small'


def forge(record):
    record.plan().spell(lambda line: line[:-1] + line)
