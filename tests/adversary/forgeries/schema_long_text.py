"""A text of more than 4,096 bytes."""
TAG = 'schema'
WORDS = 'device'
BASE = 'small'


def forge(record):
    record.environment()['device'] = 'd' * 4097
