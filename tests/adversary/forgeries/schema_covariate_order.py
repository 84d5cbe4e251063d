"""A median above the maximum."""
TAG = 'schema'
WORDS = 'evidence.jsonl'
BASE = 'small'


def forge(record):
    record.repeats(1)[0]['covariates']['power']['median'] = 1000
    record.recompute()
