"""A throttled segment without its flag."""
TAG = 'flags'
WORDS = 'evidence.jsonl:'
BASE = 'points'


def forge(record):
    record.segments(record.point('full', 2))[1]['flags'] = []
