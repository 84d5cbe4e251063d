"""An inexact copy passes a tolerance above 0, although a copy must be exact."""
TAG = 'tolerance'
WORDS = 'tolerance'
BASE = 'forms'


def forge(record):
    claim = record.claim(record.item('hbm_copy', 'f32'), 'residual')
    claim['tolerance'] = 2.0**-24
