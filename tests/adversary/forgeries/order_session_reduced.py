"""A session begins after the record was reduced."""
TAG = 'order'
WORDS = 'evidence.jsonl'
BASE = 'failed'


def forge(record):
    first = record.find(kind='session')
    session = record.copy(first, index=1, started_at=str(int(first['started_at']) + 10 ** 12))
    record.place(session, after=record.find(type='reduction', function='flagged_repeats'))
