"""A record of two sessions has a finding: repeats may have been picked at the resumption."""
BASE = 'small'
WORDS = 'finding: record.sessions is 2\n'
ABSENT = 'overlap'
STATUS = 0


def forge(record):
    repeat = record.repeats(1)[0]
    second = record.copy(record.find(kind='session'), index=1, started_at=repeat['started_at'])
    record.place(second, before=repeat)
    record.recompute()
