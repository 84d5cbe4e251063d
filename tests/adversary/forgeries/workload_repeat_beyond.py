"""One repeat more than planned, so that the best can be picked."""
TAG = 'workload'
WORDS = 'gemm.fp16.m4n12k8'
BASE = 'small'


def forge(record):
    last = record.repeats(0)[-1]
    record.place(record.copy(last, repeat=3, started_at='1700000000900000000'), after=last)
