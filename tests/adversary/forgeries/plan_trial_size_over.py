"""A trial flips bit 64 of an element."""
TAG = 'plan'
WORDS = 'evidence.jsonl:2'
BASE = 'trials'


def forge(record):
    record.rename_trial('bit', lambda entry: entry['trial'].update(size=64))
