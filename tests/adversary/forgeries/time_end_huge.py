"""A repeat ends after 2^63-1 ns."""
TAG = 'time'
WORDS = 'evidence.jsonl'
BASE = 'small'


def forge(record):
    record.repeats(1)[-1]['started_at'] = str((1 << 63) - 1)
    record.recompute()
