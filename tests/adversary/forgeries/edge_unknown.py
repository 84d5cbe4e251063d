"""An environment that no line holds."""
TAG = 'edge'
WORDS = 'environment'
BASE = 'small'


def forge(record):
    record.repeats(0)[0]['environment'] = 'f' * 64
