"""Two sessions at the same time are a finding."""
WORDS = 'finding: sessions 0 and 1 overlap'
BASE = 'small'
STATUS = 0


def forge(record):
    first = record.find(kind='session')
    second = record.copy(first, index=1)
    record.place(second, before=record.repeats(1)[0])
    record.recompute()
