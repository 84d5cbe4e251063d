"""The key of a profile is another."""
TAG = 'reduction'
WORDS = 'key'
BASE = 'profiles'


def forge(record):
    record.reduction(record.item('profile', 'l2'), 'key')['value'] = '0' * 64
