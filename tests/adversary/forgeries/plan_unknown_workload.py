"""A workload that the format does not know."""
TAG = 'plan'
WORDS = 'evidence.jsonl:2'
BASE = 'small'


def forge(record):
    record.plan()['items'].append({'workload': 'fft', 'variant': 'f32', 'shape': {'n': 8}, 'repeats': 1})
