"""A trial of a profile, which has no output."""
TAG = 'plan'
WORDS = 'evidence.jsonl:2'
BASE = 'trials'


def forge(record):
    change = {'workload': 'profile', 'variant': 'l2', 'shape': {'steps': 64}}
    record.rename_trial('order', lambda entry: entry.update(change))
