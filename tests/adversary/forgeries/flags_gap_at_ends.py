"""A gap is claimed because counters are read before and after the repeat alone."""
TAG = 'flags'
WORDS = 'flags'
BASE = 'small'


def forge(record):
    record.repeats(0)[0]['flags'] = ['sampling_gap']
