"""A covariate with a value and a reason."""
TAG = 'schema'
WORDS = 'evidence.jsonl'
BASE = 'small'


def forge(record):
    record.repeats(1)[0]['covariates']['power']['reason'] = 'estimated'
