"""A repeat whose plan is the environment."""
TAG = 'edge'
WORDS = 'plan'
BASE = 'small'


def forge(record):
    record.repeats(0)[0]['plan'] = record.environment().key
