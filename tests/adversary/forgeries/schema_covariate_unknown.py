"""A covariate that is not in the table."""
TAG = 'schema'
WORDS = 'fan_speed'
BASE = 'small'


def forge(record):
    covariates = record.repeats(1)[0]['covariates']
    covariates['fan_speed'] = covariates['temperature']
