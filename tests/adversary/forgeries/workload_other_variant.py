"""A repeat names another variant than its item."""
TAG = 'workload'
WORDS = 'gemm.fp16.m4n12k8'
BASE = 'small'


def forge(record):
    record.repeats(0)[1]['variant'] = 'bf16'
