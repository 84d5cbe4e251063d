"""On processors of the host, one repeat does not say whether it was stopped: no class."""
TEXTS = {'reduction.default.n100000.performance_class': 'undetermined: not known'}
STATUS = 0
BASE = 'sums'


def forge(record):
    for node in record.all(kind='environment'):
        node['backend'] = 'cpu'
    item = record.item('reduction', 'default')
    record.set_rates(item, [1000] * 10)
    for node in record.repeats(item):
        node['covariates']['stopped'] = dict(
            longest_gap_s=0.1, maximum=0.1, median=0.1, minimum=0.1, samples=2)
    node['covariates']['stopped'] = {'reason': 'no schedstat in /proc/self/task'}
    record.recompute()
