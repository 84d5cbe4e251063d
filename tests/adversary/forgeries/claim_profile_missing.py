"""The key of a profile is not claimed."""
TAG = 'claim'
WORDS = 'key'
BASE = 'profiles'


def forge(record):
    claim = record.claim(record.item('profile', 'l2'), 'key')
    record.remove(claim, record.node(claim['asserts']))
