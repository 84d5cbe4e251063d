"""The last claim of the record is missing."""
TAG = 'claim'
WORDS = 'record.flagged_repeats'
BASE = 'failed'


def forge(record):
    record.remove(record.find(name='record.flagged_repeats'))
