"""A share is not claimed."""
TAG = 'claim'
WORDS = 'seen_largest'
BASE = 'trials'


def forge(record):
    item = record.trial('nan')
    claim = record.claim(item, 'seen_largest')
    record.remove(claim, record.node(claim['asserts']))
