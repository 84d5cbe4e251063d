"""The root of a light record names no checkers."""
TAG = 'files'
WORDS = 'evidence.jsonl', 'checkers'
BASE = 'light'


def forge(record):
    record.rebuild.discard('checkers')
    del record.root()['checkers']
