"""Trials start 1 ns before the end of those before them."""
TAG = 'time'
WORDS = 'evidence.jsonl'
BASE = 'trials'


def forge(record):
    first, second = record.trials('bit'), record.trials('null_space')
    end = int(first['started_at']) + int(first['seconds'] * 1e9)
    second['started_at'] = str(end - 1)
    record.recompute()
