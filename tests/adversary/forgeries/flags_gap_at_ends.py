"""A flag for a sampling gap, although counters are read only before and after a repeat."""
TAG = 'flags'
WORDS = 'flags'
BASE = 'small'


def forge(record):
    record.repeats(0)[0]['flags'] = ['sampling_gap']
