"""A transcript that ends before its decision."""
TAG = ('stage', 'edge', 'reduction')
WORDS = 'evidence.jsonl'
BASE = 'small'


def forge(record):
    record.remove(record.find(stage='decide', item=1))
