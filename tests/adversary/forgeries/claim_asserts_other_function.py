"""A claim of the median that asserts the highest rate."""
TAG = ('claim', 'value')
WORDS = 'gemm.fp16.m4n12k8'
BASE = 'small'


def forge(record):
    record.claim(0, 'clock')['asserts'] = record.reduction(0, 'rate').key
