"""A start time with a leading zero."""
TAG = 'schema'
WORDS = 'started_at'
BASE = 'small'


def forge(record):
    record.repeats(1)[0]['started_at'] = '01700000000000000000'
