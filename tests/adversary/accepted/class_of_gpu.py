"""A GPU computes without threads of the host: nothing is missing, and the class is S1."""
TEXTS = {'reduction.default.n100000.performance_class': 'S1'}
STATUS = 0
BASE = 'sums'


def forge(record):
    for node in record.all(kind='environment'):
        node['backend'] = 'cuda'
    record.set_rates(record.item('reduction', 'default'), [1000] * 10)
    record.recompute()
