"""A claim with a better class than that of its item."""
TAG = 'class'
WORDS = 'reduction.default.n100000.verified'
BASE = 'sums'


def forge(record):
    record.claim(record.item('reduction', 'default'), 'verified')['class'] = 'S0'
