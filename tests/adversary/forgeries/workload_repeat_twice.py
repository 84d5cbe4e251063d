"""A fast repeat occurs twice, with two start times."""
TAG = 'workload'
WORDS = 'gemm.fp16.m4n12k8'
BASE = 'small'


def forge(record):
    repeat = record.repeats(0)[1]
    record.place(record.copy(repeat, started_at='1700000000000000001'), after=repeat)
