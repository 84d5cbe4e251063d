"""A repeat was stopped for half of its time, and the item has a class nevertheless."""
TAG = 'reduction'
WORDS = 'performance_class'
BASE = 'products'


def forge(record):
    item = next(i for i in range(18)
                if record.reduction(i, 'performance_class')['value'] == 'S1')
    node = record.repeats(item)[4]
    node['covariates']['stopped'] = dict(
        longest_gap_s=0.1, maximum=0.5, median=0.5, minimum=0.5, samples=2)
    node['flags'] = sorted(node['flags'] + ['stopped'])
