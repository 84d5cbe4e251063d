"""A segment comes before the first session."""
TAG = 'session'
WORDS = 'evidence.jsonl:'
BASE = 'points'


def forge(record):
    segment = record.segments(record.point('bursts', 1))[0]
    segment['environment'] = record.environment().key
    record.move(segment, before=record.find(kind='session'))
