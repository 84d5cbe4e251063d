"""A rate in proportion to a clock that goes up and down by 4 %: slope 1, with no width."""
BASE = 'slopes'
STATUS = 0
TEXTS = {
    'hbm_triad.f32.n1024.clock_slope': '1.0000',
    'hbm_triad.f32.n1024.clock_slope_low': '1.0000',
    'hbm_triad.f32.n1024.clock_slope_high': '1.0000',
    'hbm_triad.f32.n1024.clock_variation': '1.914 %',
}


def forge(record):
    iterations = [1000 + 40 * (number % 2) for number in range(64)]
    record.set_rates(record.item('hbm_triad', 'f32', n=1024), iterations,
                     [1e6 * count for count in iterations])
    record.recompute()
