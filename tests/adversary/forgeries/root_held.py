"""A record that is in order, and not the one that the reader holds the root of."""
TAG = 'root'
WORDS = 'evidence.jsonl'
BASE = 'small'


def forge(record):
    record.environment()['device'] = 'a better device'
    record.arguments = ['--root', record.unforged_root]
