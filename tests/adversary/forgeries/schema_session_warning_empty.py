"""A warning of a session is empty."""
TAG = 'schema'
WORDS = 'warnings'
BASE = 'small'


def forge(record):
    record.find(kind='session')['warnings'] = ['']
