"""A repeat above every possible clock lacks its flag."""
TAG = 'flags'
WORDS = 'clock_implausible'
BASE = 'small'


def forge(record):
    record.repeats(0)[0]['covariates']['kernel_clock'] = dict(
        longest_gap_s=0.1, maximum=6.9e9, median=6.9e9, minimum=6.9e9, samples=2)
