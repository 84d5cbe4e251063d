"""A change of an item that the plan does not have."""
TAG = 'reduction'
WORDS = 'rate_change'
BASE = 'forms'


def forge(record):
    record.find(type='reduction', function='rate_change')['item'] = 1000
