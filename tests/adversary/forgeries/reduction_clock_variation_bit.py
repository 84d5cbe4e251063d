"""A variation of the clock in other arithmetic."""
TAG = 'reduction'
WORDS = 'clock_variation'
BASE = 'slopes'


def forge(record):
    item = record.item('hbm_copy', 'f32', n=1024)
    claim = record.claim(item, 'clock_variation')
    for node in (record.node(claim['asserts']), claim):
        node['value'] *= 1 + 2 ** -52
