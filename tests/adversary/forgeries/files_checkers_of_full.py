"""The root of a record that is not light names checkers."""
TAG = 'files'
WORDS = 'evidence.jsonl', 'checkers'
BASE = 'small'


def forge(record):
    record.rebuild.discard('checkers')
    record.root()['checkers'] = [dict(one) for one in record.root()['files']]
