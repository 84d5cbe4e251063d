"""The witness does not say which device it is."""
TAG = 'schema'
WORDS = 'device'


def forge(record):
    del record.environment()['witness']['device']
