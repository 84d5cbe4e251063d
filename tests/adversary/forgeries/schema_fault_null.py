"""A planned fault that is null where none is planned."""
TAG = ('schema', 'null')
WORDS = 'evidence.jsonl:2'


def forge(record):
    record.plan()['items'][1]['fault'] = None
