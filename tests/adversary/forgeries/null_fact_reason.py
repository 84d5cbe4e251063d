"""A fact that is null without a reason."""
TAG = 'null'
WORDS = 'evidence.jsonl:1'
BASE = 'small'


def forge(record):
    fact = next(f for f in record.environment()['facts'] if f['name'] == 'gone')
    del fact['reason']
