"""A revisit before the last stage of its item."""
TAG = 'revisit'
WORDS = 'after its revisit'
BASE = 'linked'


def forge(record):
    record.move(record.find(kind='revisit', item=0), before=record.stages(0)[-1])
