"""Two sessions without an ok repeat: their number is null, and no finding."""
BASE = 'failed'
TEXTS = {'record.sessions': 'n/a'}
ABSENT = 'record.sessions'
STATUS = 0


def forge(record):
    first = record.find(kind='session')
    record.place(record.copy(first, index=1, started_at=str(int(first['started_at']) + 1)),
                 after=first)
    record.recompute()
