"""The interval of the median rate is nearly as wide as it may be."""
TEXTS = {'reduction.default.n100000.performance_class': 'S1'}
STATUS = 0
BASE = 'sums'


def forge(record):
    record.set_rates(record.item('reduction', 'default'), [1000, 1099] * 5)
    record.recompute()
