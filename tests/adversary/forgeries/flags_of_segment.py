"""A throttled segment without its flag."""
TAG = 'flags'
WORDS = 'evidence.jsonl:'


def forge(record):
    record.segments(record.point('full', 2))[1]['flags'] = []
