"""A temperature below the domain."""
TAG = 'covariates'
WORDS = 'evidence.jsonl'
BASE = 'small'


def forge(record):
    record.repeats(0)[0]['covariates']['temperature']['minimum'] = -61
