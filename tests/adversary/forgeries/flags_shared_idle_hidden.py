"""A repeat whose GPU was used while its producer left it idle lacks its flag."""
TAG = 'flags'
WORDS = 'shared'
BASE = 'small'


def forge(record):
    record.repeats(0)[2]['covariates']['idle_utilization'] = dict(
        longest_gap_s=0, maximum=0.11, median=0.055, minimum=0, samples=2)
