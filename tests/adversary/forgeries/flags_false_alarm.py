"""A flag whose rule does not hold, which would excuse a slow repeat."""
TAG = 'flags'
WORDS = 'flags'
BASE = 'small'


def forge(record):
    record.repeats(0)[0]['flags'] = ['throttled']
