"""A repeat that ends after 2^63-1 ns."""
TAG = 'time'
WORDS = '2^63-1'
BASE = 'small'


def forge(record):
    record.repeats(1)[-1]['started_at'] = '9223372036854775800'
    record.recompute()
