"""A rate is shown under another variant's name."""
TAG = 'claim'
WORDS = 'gemm.fp16.m4n12k8.rate'
BASE = 'small'


def forge(record):
    record.claim(0, 'rate')['name'] = 'gemm.bf16.m4n12k8.rate'
