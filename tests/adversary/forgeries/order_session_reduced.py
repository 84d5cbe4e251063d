"""A session begins after the record was reduced."""
TAG = 'order'
WORDS = 'evidence.jsonl'
BASE = 'small'


def forge(record):
    last = record.find(kind='session')
    session = record.copy(last, index=1, started_at=str(int(last['started_at']) + 10 ** 12))
    record.place(session, after=record.all(type='reduction', function='flagged_repeats')[0])
    for node in (record.node(record.find(name='record.sessions')['asserts']),
                 record.find(name='record.sessions')):
        node.keep = True
    record.recompute()
