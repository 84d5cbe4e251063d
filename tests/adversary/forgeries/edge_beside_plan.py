"""An x. claim names a measured rate in `beside`."""
TAG = ('edge', 'claim')
WORDS = 'evidence.jsonl'
BASE = 'small'


def forge(record):
    record.all(type='claim')[-1]['beside'].append(record.reduction(0, 'rate').key)
