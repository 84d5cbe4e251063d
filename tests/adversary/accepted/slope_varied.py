"""A clock that varies as little as a slope allows."""
BASE = 'slopes'
STATUS = 0
TEXTS = {
    'hbm_triad.f32.n1024.clock_slope': '0.0905',
    'hbm_triad.f32.n1024.clock_variation': '0.539 %',
}


def forge(record):
    record.set_rates(record.item('hbm_triad', 'f32', n=1024),
                     [1000 + number % 2 for number in range(64)],
                     [1e9 + 1.11e7 * (number % 2) for number in range(64)])
    record.recompute()
