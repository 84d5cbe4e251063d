"""A repeat with a long gap among enough samples lacks its flag."""
TAG = 'flags'
WORDS = 'sampling_gap'
BASE = 'small'


def forge(record):
    record.repeats(0)[0]['covariates']['pressure']['longest_gap_s'] = 0.1
