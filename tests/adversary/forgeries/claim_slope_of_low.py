"""A claim of the slope asserts the low end of its interval."""
TAG = 'claim'
WORDS = 'clock_slope'
BASE = 'slopes'


def forge(record):
    item = record.item('hbm_triad', 'f32', n=1024)
    low, claim = record.claim(item, 'clock_slope_low'), record.claim(item, 'clock_slope')
    record.remove(record.node(claim['asserts']))
    claim.update(asserts=low['asserts'], value=low['value'], text=low['text'])
