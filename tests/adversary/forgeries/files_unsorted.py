"""The root lists the checkers in another order."""
TAG = 'files'
WORDS = 'evidence.jsonl'
BASE = 'small'


def forge(record):
    record.rebuild.discard('files')
    record.root()['files'].reverse()
