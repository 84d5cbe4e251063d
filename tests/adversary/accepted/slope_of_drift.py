"""Rate and clock fall together, in a line: a trend is no evidence, and little of it is left."""
BASE = 'slopes'
STATUS = 0
TEXTS = {
    'hbm_triad.f32.n1024.clock_slope': 'n/a',
    'hbm_triad.f32.n1024.clock_variation': '0.000 %',
}


def forge(record):
    iterations = [10000 - 10 * number for number in range(64)]
    record.set_rates(record.item('hbm_triad', 'f32', n=1024), iterations,
                     [1e5 * count for count in iterations])
    record.recompute()
