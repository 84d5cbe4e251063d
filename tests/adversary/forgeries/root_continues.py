"""The root continues other records than the plan."""
TAG = 'root'
WORDS = 'evidence.jsonl'
BASE = 'continued'


def forge(record):
    record.root()['continues'] = record.root()['continues'][:1]
