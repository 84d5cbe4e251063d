"""Samples that cover a tenth of the repeat."""
TAG = 'covariates'
WORDS = 'pressure'
BASE = 'small'


def forge(record):
    record.repeats(0)[0]['covariates']['pressure']['longest_gap_s'] = 0.001
