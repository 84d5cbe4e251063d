"""The claims of a slope stand behind those of their item, and not behind those of all items."""
TAG = 'claim'
WORDS = 'hbm_triad.f32.n2048.rate'
BASE = 'slopes'


def forge(record):
    first = record.item('hbm_triad', 'f32', n=1024)
    before = record.claim(record.item('hbm_triad', 'f32', n=2048), 'rate')
    for quantity in ('clock_slope', 'clock_slope_low', 'clock_slope_high', 'clock_variation'):
        record.move(record.claim(first, quantity), before=before)
