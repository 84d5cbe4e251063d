"""A line that ends within its object."""
TAG = 'line'
WORDS = 'evidence.jsonl:2'
BASE = 'small'


def forge(record):
    record.plan().spell(lambda line: line[:-3] + b'\n')
