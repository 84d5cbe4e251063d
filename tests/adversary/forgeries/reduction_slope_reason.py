"""A clock that varied in one block alone, under another reason."""
TAG = 'reduction'
WORDS = 'clock varied too little'
BASE = 'slopes'


def forge(record):
    item = record.item('hbm_copy', 'f32', n=3072)
    for node in (record.reduction(item, 'clock_slope'), record.claim(item, 'clock_slope')):
        node['reason'] = 'clock constant'
