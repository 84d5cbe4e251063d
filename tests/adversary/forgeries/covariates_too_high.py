"""A pressure above 1 by more than the slack."""
TAG = 'covariates'
WORDS = 'evidence.jsonl'
BASE = 'small'


def forge(record):
    record.repeats(0)[0]['covariates']['pressure']['maximum'] = 1.02
