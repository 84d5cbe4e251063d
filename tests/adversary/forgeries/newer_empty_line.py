"""An empty line after a root of a newer format."""
TAG = ('line', 'schema')
WORDS = 'evidence.jsonl'
BASE = 'small'


def forge(record):
    record.root()['format'] = 'witnessmark/1.2'
    record.edit_evidence = lambda data: data + b'\n'
