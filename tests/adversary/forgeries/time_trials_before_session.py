"""Trials are made before their session."""
TAG = 'time'
WORDS = 'evidence.jsonl'
BASE = 'trials'


def forge(record):
    record.trials('nan')['started_at'] = '5'
    record.recompute()
