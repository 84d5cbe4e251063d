"""The root of a light record names a third checker."""
TAG = 'files'
WORDS = 'evidence.jsonl', 'checkers'
BASE = 'light'


def forge(record):
    record.rebuild.discard('checkers')
    record.root()['checkers'].append({'path': 'code/x.c', 'sha256': '0' * 64})
