"""A second calibration, so that the wider floor can be chosen."""
TAG = 'calibration'
WORDS = 'gemm.fp16.m4n12k8'
BASE = 'small'


def forge(record):
    node = record.find(kind='calibration')
    twin = record.copy(node)
    twin['difference_max'] = [value * 1.1 for value in twin['difference_max']]
    record.place(twin, after=node)
