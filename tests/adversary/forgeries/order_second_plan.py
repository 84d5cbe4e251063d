"""A second plan, with fewer repeats."""
TAG = 'order'
WORDS = 'evidence.jsonl:3'
BASE = 'small'


def forge(record):
    second = record.copy(record.plan(), name='second')
    second['items'][0]['repeats'] = 2
    record.place(second, after=record.plan())
