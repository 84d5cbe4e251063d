"""A session starts at 2^63 ns."""
TAG = 'time'
WORDS = 'evidence.jsonl'
BASE = 'failed'


def forge(record):
    record.find(kind='session')['started_at'] = str(1 << 63)
