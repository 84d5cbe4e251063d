"""The root lists a third file."""
TAG = 'files'
WORDS = 'evidence.jsonl'
BASE = 'small'


def forge(record):
    record.rebuild.discard('files')
    record.root()['files'].append({'path': 'notes.txt', 'sha256': '0' * 64})
