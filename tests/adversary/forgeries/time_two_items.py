"""A repeat overlaps with one of another item."""
TAG = 'time'
WORDS = 'evidence.jsonl'
BASE = 'small'


def forge(record):
    last, first = record.repeats(0)[-1], record.repeats(1)[0]
    first['started_at'] = str(int(last['started_at']) + 5)
    record.recompute()
