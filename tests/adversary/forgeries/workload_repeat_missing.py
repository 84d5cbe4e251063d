"""A repeat in the middle is missing."""
TAG = 'workload'
WORDS = 'gemm.fp16.m4n12k8'
BASE = 'small'


def forge(record):
    record.remove(record.repeats(0)[1])
