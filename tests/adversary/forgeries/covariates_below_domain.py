"""A negative power."""
TAG = 'covariates'
WORDS = 'power'
BASE = 'small'


def forge(record):
    record.repeats(0)[0]['covariates']['power']['minimum'] = -1
