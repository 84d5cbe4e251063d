"""The throttle covariate is missing."""
TAG = 'schema'
WORDS = 'evidence.jsonl'
BASE = 'small'


def forge(record):
    del record.repeats(1)[0]['covariates']['throttle']
