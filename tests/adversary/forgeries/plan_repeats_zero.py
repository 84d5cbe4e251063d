"""An item that is never repeated, so that it claims nothing that was observed."""
TAG = 'plan'
WORDS = 'evidence.jsonl:2'
BASE = 'small'


def forge(record):
    record.plan()['items'].append({'workload': 'hbm_triad', 'variant': 'f32', 'shape': {'n': 2048},
                                   'repeats': 0})
