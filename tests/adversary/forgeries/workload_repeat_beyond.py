"""One repeat more than planned: the best are to be picked later."""
TAG = 'workload'
WORDS = 'gemm.fp16.m4n12k8'
BASE = 'small'


def forge(record):
    last = record.repeats(0)[-1]
    record.place(record.copy(last, repeat=3, started_at='1700000000900000000'), after=last)
