"""An item of a variant without a calibration names a tolerance."""
TAG = 'plan'
WORDS = 'evidence.jsonl:2'
BASE = 'integers'


def forge(record):
    record.plan()['items'][1]['tolerance_of'] = 'bf16_exact'
