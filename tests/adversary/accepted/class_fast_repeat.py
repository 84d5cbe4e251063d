"""One repeat is much faster than the median."""
TEXTS = {'reduction.default.n100000.performance_class': 'undetermined: fast repeat'}
STATUS = 0
BASE = 'sums'


def forge(record):
    record.set_rates(record.item('reduction', 'default'), [1000] * 9 + [1300])
    record.recompute()
