"""A repeat of a smaller shape than planned."""
TAG = 'workload'
WORDS = 'gemm.fp16.m4n12k8'
BASE = 'small'


def forge(record):
    record.repeats(0)[1]['shape']['k'] = 4
