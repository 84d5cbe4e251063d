"""A copy that is off by a rounding is within a tolerance, but a copy has none."""
TAG = 'tolerance'
WORDS = 'tolerance'
BASE = 'forms'


def forge(record):
    claim = record.claim(record.item('hbm_copy', 'f32'), 'residual')
    claim['tolerance'] = 2.0**-24
