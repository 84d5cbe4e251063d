"""A null with an empty reason."""
TAG = ('null', 'schema')
WORDS = 'evidence.jsonl'
BASE = 'small'


def forge(record):
    fact = next(f for f in record.environment()['facts'] if f['name'] == 'gone')
    fact['reason'] = ''
