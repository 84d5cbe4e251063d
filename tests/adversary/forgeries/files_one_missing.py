"""The root lists one checker."""
TAG = 'files'
WORDS = 'evidence.jsonl'
BASE = 'small'


def forge(record):
    record.rebuild.discard('files')
    record.root()['files'].pop()
