"""A segment of an item that the plan does not have."""
TAG = 'point'
WORDS = 'evidence.jsonl:'
BASE = 'faults'


def forge(record):
    record.segments(record.point('cold'))[0]['item'] = 1000
