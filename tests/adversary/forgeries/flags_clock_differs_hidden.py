"""A repeat whose clocks disagree by half lacks its flag."""
TAG = 'flags'
WORDS = 'clock_differs'
BASE = 'small'


def forge(record):
    record.repeats(0)[0]['covariates']['clock_syscall'] = dict(
        longest_gap_s=0.1, maximum=-0.5, median=-0.5, minimum=-0.5, samples=2)
