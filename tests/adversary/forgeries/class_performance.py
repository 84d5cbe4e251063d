"""A rate with a class although its class is undetermined."""
TAG = 'class'
WORDS = 'gemm.fp16.m4n12k8.rate'
BASE = 'small'


def forge(record):
    record.claim(0, 'rate')['class'] = 'S1'
