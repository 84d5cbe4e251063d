"""A vector of 2^38 + 1 elements."""
TAG = 'plan'
WORDS = 'evidence.jsonl:2'
BASE = 'sums'


def forge(record):
    item = record.item('reduction', 'deterministic')
    record.plan()['items'][item]['shape']['n'] = (1 << 38) + 1
