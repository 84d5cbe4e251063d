"""A continuation with another nonce than its prior."""
TAG = 'continues'
WORDS = 'nonce'
BASE = 'linked'


def forge(record):
    record.plan()['nonce'] = 'ba'
