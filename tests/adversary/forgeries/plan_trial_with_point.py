"""An item with a trial has a point of operation."""
TAG = 'plan'
WORDS = 'evidence.jsonl:2'
BASE = 'trials'


def forge(record):
    record.rename_trial('probe_search', lambda entry: entry.update(point='cold'))
