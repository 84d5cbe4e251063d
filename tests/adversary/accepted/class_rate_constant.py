"""With equal rates nothing follows the clock: class S1."""
ITEM = 'reduction.default.n100000.'
TEXTS = {ITEM + 'performance_class': 'S1', ITEM + 'clock_correlation': 'n/a',
         ITEM + 'lag_correlation': 'n/a', ITEM + 'independence': 'n/a'}
ABSENT = 'independence'
STATUS = 0
BASE = 'sums'


def forge(record):
    record.set_rates(record.item('reduction', 'default'), [1000] * 10)
    record.recompute()
