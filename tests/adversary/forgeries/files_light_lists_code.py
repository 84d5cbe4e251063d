"""The root of a light record lists the checkers as files, and the folder does not have them."""
TAG = 'files'
WORDS = 'evidence.jsonl', 'files'
BASE = 'light'


def forge(record):
    record.rebuild.discard('files')
    record.root()['files'] = [dict(one) for one in record.root()['checkers']]
