"""Two of ten repeats are far from the median rate."""
TEXTS = {'reduction.default.n100000.performance_class': 'undetermined: outliers'}
STATUS = 0
BASE = 'sums'


def forge(record):
    record.set_rates(record.item('reduction', 'default'), [850] + [1000] * 8 + [1150])
    record.recompute()
