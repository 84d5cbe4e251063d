"""The witness has a field that the format does not know."""
TAG = 'schema'
WORDS = 'speed'


def forge(record):
    record.environment()['witness']['speed'] = 1
