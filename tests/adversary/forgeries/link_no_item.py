"""A reduction of a link with an item that the prior does not have."""
TAG = 'reduction'
WORDS = 'item'
BASE = 'linked'


def forge(record):
    record.all(function='agreement')[-1]['item'] = 14
