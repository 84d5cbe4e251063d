"""The root of a light record names one checker."""
TAG = 'files'
WORDS = 'evidence.jsonl', 'checkers'
BASE = 'light'


def forge(record):
    record.rebuild.discard('checkers')
    del record.root()['checkers'][1]
