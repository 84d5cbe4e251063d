"""A repeat starts 1 ns before its session."""
TAG = 'time'
WORDS = 'evidence.jsonl'
BASE = 'small'


def forge(record):
    start = int(record.repeats(0)[0]['started_at'])
    record.find(kind='session')['started_at'] = str(start + 1)
    record.recompute()
