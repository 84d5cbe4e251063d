"""A reduction between two claims."""
TAG = 'order'
WORDS = 'evidence.jsonl'
BASE = 'small'


def forge(record):
    record.move(record.find(function='maximum_of'), before=record.all(type='claim')[-1])
