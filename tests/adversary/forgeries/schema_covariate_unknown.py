"""A covariate that the format does not have."""
TAG = 'schema'
WORDS = 'fan_speed'
BASE = 'small'


def forge(record):
    covariates = record.repeats(1)[0]['covariates']
    covariates['fan_speed'] = covariates['temperature']
