"""A claim with a null for its tolerance."""
TAG = 'tolerance'
WORDS = 'gemm.fp16.m4n12k8.rate'
BASE = 'small'


def forge(record):
    record.claim(0, 'rate').update(tolerance=None, reason='not finite')
