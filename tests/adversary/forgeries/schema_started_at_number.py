"""A start time that is a number, which loses digits."""
TAG = 'schema'
WORDS = 'started_at'
BASE = 'small'


def forge(record):
    record.repeats(1)[0]['started_at'] = 1700000000000000000
