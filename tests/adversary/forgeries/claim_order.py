"""Two claims of the plan are swapped."""
TAG = 'claim'
WORDS = 'gemm.fp16.m4n12k8.rate_low'
BASE = 'small'


def forge(record):
    record.move(record.claim(0, 'rate_low'), after=record.claim(0, 'rate_high'))
