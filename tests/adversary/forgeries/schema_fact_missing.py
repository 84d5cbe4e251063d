"""The compiler flags are missing."""
TAG = 'schema'
WORDS = 'compiler.flags'
BASE = 'small'


def forge(record):
    facts = record.environment()['facts']
    facts[:] = [fact for fact in facts if fact['name'] != 'compiler.flags']
