"""A GPU computes without threads of the host: nothing is missing, and the class is S1."""
TEXTS = {'reduction.default.n100000.performance_class': 'S1'}
STATUS = 0
BASE = 'sums'


def forge(record):
    for node in record.all(kind='environment'):
        node['backend'] = 'cuda'
    item = record.item('reduction', 'default')
    record.set_rates(item, [1000] * 10)
    for node in record.repeats(item):
        node['covariates']['idle_utilization'] = dict(
            longest_gap_s=0.1, maximum=0, median=0, minimum=0, samples=2)
    record.recompute()
