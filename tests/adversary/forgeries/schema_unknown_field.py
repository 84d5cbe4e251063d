"""A repeat with a field more: the rate, as its producer likes it."""
TAG = 'schema'
WORDS = 'rate'
BASE = 'small'


def forge(record):
    record.repeats(0)[1]['rate'] = 1e15
