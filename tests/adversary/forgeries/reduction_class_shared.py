"""A rate that was measured beside another process keeps its class."""
TAG = 'reduction'
WORDS = 'performance_class'
BASE = 'products'


def forge(record):
    item = next(i for i in range(18)
                if record.reduction(i, 'performance_class')['value'] == 'S1')
    repeat = record.repeats(item)[3]
    repeat['covariates']['other_processes'] = dict(
        longest_gap_s=0.1, maximum=1, median=1, minimum=1, samples=2)
    repeat['flags'] = sorted(repeat['flags'] + ['shared'])
