"""The kernel's clock was slewed during a repeat, which lacks its flag."""
TAG = 'flags'
WORDS = 'clock_differs'
BASE = 'small'


def forge(record):
    record.repeats(0)[0]['covariates']['clock_raw'] = dict(
        longest_gap_s=0.1, maximum=0.11, median=0.11, minimum=0.11, samples=2)
