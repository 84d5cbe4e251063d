"""A claim with a wider tolerance than that of its item."""
TAG = 'tolerance'
WORDS = 'gemm.fp16.m4n12k8.residual'
BASE = 'small'


def forge(record):
    record.claim(0, 'residual')['tolerance'] *= 2
