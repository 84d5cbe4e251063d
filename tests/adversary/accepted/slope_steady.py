"""A clock that varies a little less than a slope needs."""
BASE = 'slopes'
STATUS = 0
TEXTS = {
    'hbm_triad.f32.n1024.clock_slope': 'n/a',
    'hbm_triad.f32.n1024.clock_variation': '0.534 %',
}


def forge(record):
    record.set_rates(record.item('hbm_triad', 'f32', n=1024),
                     [1000 + number % 2 for number in range(64)],
                     [1e9 + 1.1e7 * (number % 2) for number in range(64)])
    record.recompute()
