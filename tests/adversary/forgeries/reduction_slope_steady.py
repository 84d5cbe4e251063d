"""A slope of a clock that varied too little: no evidence reads as a rate that does not follow."""
TAG = 'reduction'
WORDS = 'clock_slope'
BASE = 'slopes'


def forge(record):
    item = record.item('hbm_copy', 'f32', n=2048)
    for node in (record.reduction(item, 'clock_slope'), record.claim(item, 'clock_slope')):
        node['value'] = 0
        del node['reason']
    node['text'] = '0.0000'
