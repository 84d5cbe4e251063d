"""A claim occurs twice."""
TAG = ('duplicate', 'claim')
WORDS = 'evidence.jsonl'
BASE = 'small'


def forge(record):
    claim = record.all(type='claim')[-1]
    record.place(record.copy(claim), after=claim)
