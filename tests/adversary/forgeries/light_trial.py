"""A light record of trials of exact variants."""
TAG = 'light'
WORDS = 'evidence.jsonl:2', 'trial'
BASE = 'exact_trials'


def forge(record):
    record.make_light()
