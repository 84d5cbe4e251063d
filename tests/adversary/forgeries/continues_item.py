"""A continuation with an item that its prior does not have."""
TAG = 'continues'
WORDS = 'item 13, '
BASE = 'linked'


def forge(record):
    record.plan()['items'][13]['shape']['k'] = 512
