"""Trials of an item that the plan does not have."""
TAG = 'trials'
WORDS = '99'
BASE = 'trials'


def forge(record):
    record.trials('bit')['item'] = 99
