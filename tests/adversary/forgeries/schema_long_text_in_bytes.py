"""A text of 4,096 characters but more than 4,096 bytes."""
TAG = 'schema'
WORDS = 'device'
BASE = 'small'


def forge(record):
    record.environment()['device'] = '\u00e9' * 4096
