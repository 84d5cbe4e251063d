"""A repeat whose process was stopped for half of the time lacks its flag."""
TAG = 'flags'
WORDS = 'stopped'
BASE = 'small'


def forge(record):
    record.repeats(0)[0]['covariates']['stopped'] = dict(
        longest_gap_s=0.1, maximum=0.5, median=0.5, minimum=0.5, samples=2)
