"""A session has 17 warnings."""
TAG = 'schema'
WORDS = 'warnings'
BASE = 'small'


def forge(record):
    record.find(kind='session')['warnings'] = ['busy %d' % i for i in range(17)]
