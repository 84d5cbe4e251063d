"""A repeat whose environment is the plan."""
TAG = 'edge'
WORDS = 'environment'
BASE = 'small'


def forge(record):
    record.repeats(0)[0]['environment'] = record.plan().key
