"""A session has the most warnings that it may have, one of them with the most bytes."""
STATUS = 0
BASE = 'small'


def forge(record):
    record.find(kind='session')['warnings'] = ['x' * 4096] + ['busy'] * 15
