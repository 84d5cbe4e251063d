"""An interval that takes all repeats for independent."""
TAG = 'reduction'
WORDS = 'clock_slope_low'
BASE = 'slopes'


def forge(record):
    item = record.item('hbm_triad', 'f32', n=1024)
    slope = record.claim(item, 'clock_slope')['value']
    for quantity in ('clock_slope_low', 'clock_slope_high'):
        for node in (record.reduction(item, quantity), record.claim(item, quantity)):
            node['value'] = slope + (node['value'] - slope) / 2
        node['text'] = '%.4f' % node['value']
