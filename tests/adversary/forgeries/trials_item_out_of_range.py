"""Trials of an item that the plan does not have."""
TAG = 'trials'
WORDS = '7'
BASE = 'trials'


def forge(record):
    record.trials('bit')['item'] = 7
