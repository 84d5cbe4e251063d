"""A change of an item without a base."""
TAG = 'reduction'
WORDS = 'rate_change'
BASE = 'forms'


def forge(record):
    record.find(type='reduction', function='rate_change')['item'] = 0
