"""An item without a transcript."""
TAG = ('stage', 'edge', 'reduction')
WORDS = 'evidence.jsonl'
BASE = 'small'


def forge(record):
    record.remove(*record.stages(1))
