"""The throttle covariate is left out."""
TAG = 'schema'
WORDS = 'evidence.jsonl'
BASE = 'small'


def forge(record):
    del record.repeats(1)[0]['covariates']['throttle']
