"""Rate and clock rise together: too few independent repeats for class S2."""
WORDS = 'finding: reduction.default.n100000.independence is correlated, interval too narrow'
TEXTS = {'reduction.default.n100000.performance_class': 'undetermined: repeats correlated',
         'reduction.default.n100000.lag_correlation': '+0.70'}
STATUS = 0
BASE = 'sums'


def forge(record):
    record.set_rates(record.item('reduction', 'default'), range(1000, 1010),
                     [2e9 + 1e6 * number for number in range(10)])
    record.recompute()
