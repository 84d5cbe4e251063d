"""A record of one session has no finding about it."""
BASE = 'small'
ABSENT = 'record.sessions'
STATUS = 0


def forge(record):
    assert len(record.all(kind='session')) == 1
