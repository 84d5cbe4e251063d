"""Two null claims name each other's reduction."""
TAG = 'claim'
WORDS = 'gemm.fp16.m4n12k8'
BASE = 'small'


def forge(record):
    low, high = record.claim(0, 'rate_low'), record.claim(0, 'rate_high')
    low['asserts'], high['asserts'] = high['asserts'], low['asserts']
