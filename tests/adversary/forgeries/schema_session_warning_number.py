"""A warning of a session is a number."""
TAG = 'schema'
WORDS = 'warnings'
BASE = 'small'


def forge(record):
    record.find(kind='session')['warnings'] = ['busy', 7]
