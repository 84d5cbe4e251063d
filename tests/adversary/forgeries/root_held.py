"""A valid record with another root than the reader holds."""
TAG = 'root'
WORDS = 'evidence.jsonl'
BASE = 'small'


def forge(record):
    record.environment()['device'] = 'a better device'
    record.arguments = ['--root', record.unforged_root]
