"""A nonce with letters beyond a to f."""
TAG = 'schema'
WORDS = 'nonce'
BASE = 'small'


def forge(record):
    record.plan()['nonce'] = 'xyz'
