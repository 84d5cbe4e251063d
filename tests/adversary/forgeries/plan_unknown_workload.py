"""A workload that the format does not know."""
TAG = 'plan'
WORDS = 'evidence.jsonl:2'
BASE = 'one'


def forge(record):
    record.plan()['items'][0]['workload'] = 'fft'
