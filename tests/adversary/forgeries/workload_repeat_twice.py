"""A fast repeat stands twice under two times of start."""
TAG = 'workload'
WORDS = 'gemm.fp16.m4n12k8'
BASE = 'small'


def forge(record):
    repeat = record.repeats(0)[1]
    record.place(record.copy(repeat, started_at='1700000000000000001'), after=repeat)
