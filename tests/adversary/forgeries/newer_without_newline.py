"""A root of a newer format whose line does not end."""
TAG = ('line', 'schema')
WORDS = 'evidence.jsonl'
BASE = 'small'


def forge(record):
    record.root()['format'] = 'witnessmark/1.1'
    record.edit_evidence = lambda data: data[:-1]
