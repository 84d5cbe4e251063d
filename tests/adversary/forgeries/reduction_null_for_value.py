"""A bad value is replaced by null."""
TAG = 'reduction'
WORDS = 'maximum_of'
BASE = 'small'


def forge(record):
    record.find(function='maximum_of').update(value=None, reason='not finite')
