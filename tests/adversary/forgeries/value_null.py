"""A claim that is null although its reduction has a value."""
TAG = 'value'
WORDS = 'gemm.fp16.m4n12k8.residual'
BASE = 'small'


def forge(record):
    record.claim(0, 'residual').update(value=None, text='n/a', reason='not finite')
