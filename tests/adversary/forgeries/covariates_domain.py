"""A device at 200 degrees."""
TAG = 'covariates'
WORDS = 'temperature'
BASE = 'small'


def forge(record):
    record.repeats(0)[0]['covariates']['temperature']['maximum'] = 200
