"""A claim that hides the value of its reduction."""
TAG = 'value'
WORDS = 'gemm.fp16.m4n12k8.residual'
BASE = 'small'


def forge(record):
    record.claim(0, 'residual').update(value=None, text='n/a', reason='not finite')
