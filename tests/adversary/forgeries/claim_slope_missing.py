"""A slope is not claimed."""
TAG = 'claim'
WORDS = 'clock_slope'
BASE = 'slopes'


def forge(record):
    item = record.item('hbm_triad', 'f32', n=1024)
    claim = record.claim(item, 'clock_slope')
    record.remove(claim, record.node(claim['asserts']))
