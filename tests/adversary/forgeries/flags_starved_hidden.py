"""A repeat whose threads waited for a processor lacks its flag."""
TAG = 'flags'
WORDS = 'starved'
BASE = 'small'


def forge(record):
    record.repeats(0)[0]['covariates']['run_delay'] = dict(
        longest_gap_s=0.1, maximum=0.75, median=0.75, minimum=0.75, samples=2)
