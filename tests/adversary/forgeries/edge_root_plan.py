"""A root that names another plan."""
TAG = 'edge'
WORDS = 'plan'
BASE = 'small'


def forge(record):
    record.root()['plan'] = record.environment().key
