"""A repeat with memory of others on its GPU lacks its flag."""
TAG = 'flags'
WORDS = 'shared'
BASE = 'small'


def forge(record):
    record.repeats(0)[1]['covariates']['other_memory'] = dict(
        longest_gap_s=0.1, maximum=67108865, median=0, minimum=0, samples=9)
