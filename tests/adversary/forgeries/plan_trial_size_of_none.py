"""A size of a trial that has none; its label does not say it."""
TAG = 'plan'
WORDS = 'evidence.jsonl:2'
BASE = 'trials'


def forge(record):
    record.rename_trial('nan', lambda entry: entry['trial'].update(size=1))
