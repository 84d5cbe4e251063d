"""The root of a record that is not light has an empty list of checkers."""
TAG = 'files'
WORDS = 'evidence.jsonl', 'checkers'
BASE = 'small'


def forge(record):
    record.rebuild.discard('checkers')
    record.root()['checkers'] = []
