"""On processors of the host, all repeats say that they were not stopped: class S1."""
TEXTS = {'reduction.default.n100000.performance_class': 'S1'}
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
    record.recompute()
