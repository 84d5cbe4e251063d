"""A device that is a number."""
TAG = 'schema'
WORDS = 'device'
BASE = 'small'


def forge(record):
    record.environment()['device'] = 7
