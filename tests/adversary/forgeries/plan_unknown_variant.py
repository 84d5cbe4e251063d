"""A variant that the workload does not have."""
TAG = 'plan'
WORDS = 'evidence.jsonl:2'
BASE = 'small'


def forge(record):
    record.plan()['items'].append({'workload': 'gemm', 'variant': 'fp4',
                                   'shape': {'k': 8, 'm': 8, 'n': 8}, 'repeats': 1})
