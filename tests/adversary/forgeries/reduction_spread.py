"""The spread of a profile is off by its last bit."""
TAG = 'reduction'
WORDS = 'spread'
BASE = 'profiles'


def forge(record):
    reduction = record.reduction(record.item('profile', 'l2'), 'spread')
    reduction['value'] = reduction['value'] * (1 + 2.0 ** -52)
