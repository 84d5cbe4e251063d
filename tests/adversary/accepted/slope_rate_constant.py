"""A rate that is the same in all repeats has no slope with a width of 0."""
BASE = 'slopes'
STATUS = 0
TEXTS = {
    'hbm_triad.f32.n1024.clock_slope': 'n/a',
    'hbm_triad.f32.n1024.clock_slope_low': 'n/a',
    'hbm_triad.f32.n1024.clock_variation': '1.914 %',
}


def forge(record):
    record.set_rates(record.item('hbm_triad', 'f32', n=1024), [1000] * 64,
                     [1e9 + 4e7 * (number % 2) for number in range(64)])
    record.recompute()
