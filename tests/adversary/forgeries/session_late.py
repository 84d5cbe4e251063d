"""A repeat is measured before the first session."""
TAG = 'session'
WORDS = 'evidence.jsonl'
BASE = 'failed'


def forge(record):
    session = record.find(kind='session')
    record.move(session, after=record.repeats(0)[0])
