"""A reduction over another item's repeats."""
TAG = 'reduction'
WORDS = 'evidence.jsonl'
BASE = 'small'


def forge(record):
    node = record.reduction(0, 'peak_memory')
    node['inputs'] = [repeat.key for repeat in record.repeats(1)]
