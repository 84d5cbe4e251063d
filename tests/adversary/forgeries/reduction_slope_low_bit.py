"""The low end of the interval of a slope in other arithmetic."""
TAG = 'reduction'
WORDS = 'clock_slope_low'
BASE = 'slopes'


def forge(record):
    item = record.item('hbm_copy', 'f32', n=1024)
    claim = record.claim(item, 'clock_slope_low')
    for node in (record.node(claim['asserts']), claim):
        node['value'] *= 1 + 2 ** -52
