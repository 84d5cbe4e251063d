"""A repeat beside another process on its GPU lacks its flag."""
TAG = 'flags'
WORDS = 'shared'
BASE = 'small'


def forge(record):
    record.repeats(0)[0]['covariates']['other_processes'] = dict(
        longest_gap_s=0.1, maximum=1, median=0.5, minimum=0, samples=2)
