"""A product of 64 rows and 64 terms has the wider tolerance of a thin one."""
TAG = 'reduction'
WORDS = 'tolerance'
BASE = 'shapes'


def forge(record):
    node = record.reduction(record.item('gemm', 'bf16', m=64, k=64), 'tolerance')
    node['value'] *= 4
