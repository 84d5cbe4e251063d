"""The witness is of a backend that the format does not know."""
TAG = 'schema'
WORDS = 'backend'


def forge(record):
    record.environment()['witness']['backend'] = 'tpu'
