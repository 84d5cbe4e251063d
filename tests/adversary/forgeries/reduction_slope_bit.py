"""A slope in other arithmetic: its last bit."""
TAG = 'reduction'
WORDS = 'clock_slope'
BASE = 'slopes'


def forge(record):
    item = record.item('hbm_copy', 'f32', n=1024)
    claim = record.claim(item, 'clock_slope')
    for node in (record.node(claim['asserts']), claim):
        node['value'] *= 1 + 2 ** -52
