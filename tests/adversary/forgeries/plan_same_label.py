"""Two items with one label, so that the better one can be chosen."""
TAG = 'plan'
WORDS = 'evidence.jsonl:2'
BASE = 'small'


def forge(record):
    record.copy_item(1, 2)
    record.plan()['items'].append(dict(record.plan()['items'][1]))
