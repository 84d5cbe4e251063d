"""A repeat at whose time the process was stopped leaves the item without a class."""
TEXTS = {'reduction.default.n100000.performance_class': 'undetermined: stopped'}
STATUS = 0
BASE = 'sums'


def forge(record):
    item = record.item('reduction', 'default')
    record.set_rates(item, [1000] * 10)
    node = record.repeats(item)[4]
    node['covariates']['stopped'] = dict(
        longest_gap_s=0.1, maximum=0.5, median=0.5, minimum=0.5, samples=2)
    node['flags'] = sorted(node['flags'] + ['stopped'])
    record.recompute()
