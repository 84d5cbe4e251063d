"""The interval of the median rate is wider than a tenth."""
TEXTS = {'reduction.default.n100000.performance_class': 'undetermined: interval'}
STATUS = 0
BASE = 'sums'


def forge(record):
    record.set_rates(record.item('reduction', 'default'), [1000] * 7 + [1110] * 3)
    record.recompute()
