"""A repeat starts before the segment before it has ended."""
TAG = 'time'
WORDS = 'evidence.jsonl:'
BASE = 'faults'


def forge(record):
    repeat = record.repeats(record.point('cold'))[1]
    repeat['started_at'] = str(int(repeat['started_at']) - 10**9)
    record.recompute()
