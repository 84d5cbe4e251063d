"""A variant that the workload does not have."""
TAG = 'plan'
WORDS = 'evidence.jsonl:2'
BASE = 'one'


def forge(record):
    record.plan()['items'][0]['variant'] = 'fp4'
