"""A claim with another value than its reduction."""
TAG = 'value'
WORDS = 'gemm.fp16.m4n12k8.rate'
BASE = 'small'


def forge(record):
    record.claim(0, 'rate')['value'] *= 1.5
