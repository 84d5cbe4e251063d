"""The a-priori tolerance of a product of 63 rows is that of one of 64."""
TAG = 'reduction'
WORDS = 'tolerance'


def forge(record):
    node = record.reduction(record.item('gemm', 'f32', m=63, k=64), 'tolerance')
    node['value'] /= 4
