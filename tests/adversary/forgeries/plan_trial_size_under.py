"""No part of the terms."""
TAG = 'plan'
WORDS = 'evidence.jsonl:2'
BASE = 'trials'


def forge(record):
    record.rename_trial('bit', lambda entry: entry['trial'].update(word='parts', size=1))
