"""A continuation whose items have another order than those of its prior."""
TAG = 'continues'
WORDS = 'item 1, '
BASE = 'linked'


def forge(record):
    items = record.plan()['items']
    items[0], items[1] = items[1], items[0]
