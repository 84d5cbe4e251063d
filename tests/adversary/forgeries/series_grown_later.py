"""A series grows after it was reduced."""
TAG = 'series'
WORDS = 'latency'
BASE = 'small'


def forge(record):
    last = record.all(kind='external')[-1]
    late = record.copy(last, index=5)
    record.place(late, before=record.find(type='claim'))
