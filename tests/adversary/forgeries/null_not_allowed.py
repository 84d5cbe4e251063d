"""A time that is null, with a reason."""
TAG = ('schema', 'null')
WORDS = 'seconds'
BASE = 'small'


def forge(record):
    record.repeats(1)[0]['seconds'] = None
    record.repeats(1)[0]['reason'] = 'lost'
