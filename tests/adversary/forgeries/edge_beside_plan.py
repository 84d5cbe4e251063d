"""An x. claim that shows a measured rate beside it as its own."""
TAG = ('edge', 'claim')
WORDS = 'evidence.jsonl'
BASE = 'small'


def forge(record):
    record.all(type='claim')[-1]['beside'].append(record.reduction(0, 'rate').key)
