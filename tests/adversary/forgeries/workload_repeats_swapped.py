"""Two repeats are in the wrong order."""
TAG = 'workload'
WORDS = 'gemm.fp16.m4n12k8'
BASE = 'small'


def forge(record):
    first, second = record.repeats(0)[1:3]
    record.move(first, after=second)
