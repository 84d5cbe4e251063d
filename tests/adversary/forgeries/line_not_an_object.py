"""A line that is a JSON array."""
TAG = 'line'
WORDS = 'evidence.jsonl:3'
BASE = 'small'


def forge(record):
    extra = record.place(record.copy(record.plan()), after=record.plan())
    extra.spell(lambda line: b'[]\n')
