"""A backend that the format does not know."""
TAG = 'schema'
WORDS = 'backend'
BASE = 'small'


def forge(record):
    record.environment()['backend'] = 'tpu'
