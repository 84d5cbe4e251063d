"""A repeat starts 1 ns before the end of the one before it."""
TAG = 'time'
WORDS = 'evidence.jsonl'
BASE = 'small'


def forge(record):
    first, second = record.repeats(0)[:2]
    end = int(first['started_at']) + int(first['seconds'] * 1e9)
    second['started_at'] = str(end - 1)
    record.recompute()
