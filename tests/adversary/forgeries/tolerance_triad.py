"""A triad with a tolerance above zero."""
TAG = 'tolerance'
WORDS = 'hbm_triad.f32.n1024.verified'
BASE = 'small'


def forge(record):
    record.claim(1, 'verified')['tolerance'] = 1e-7
