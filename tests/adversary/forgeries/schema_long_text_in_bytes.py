"""A text of 4,096 characters that are more bytes."""
TAG = 'schema'
WORDS = 'device'
BASE = 'small'


def forge(record):
    record.environment()['device'] = '\u00e9' * 4096
