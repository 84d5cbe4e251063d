"""A rate that correlates with the clock has class S1."""
TAG = 'reduction'
WORDS = 'performance_class'
BASE = 'products'


def forge(record):
    node = next(record.reduction(i, 'performance_class') for i in range(18)
                if record.reduction(i, 'performance_class')['value'] == 'S2')
    node['value'] = 'S1'
