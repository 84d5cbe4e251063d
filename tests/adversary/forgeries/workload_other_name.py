"""A repeat names another workload than its item."""
TAG = 'workload'
WORDS = 'gemm.fp16.m4n12k8'
BASE = 'small'


def forge(record):
    record.repeats(0)[1].update(workload='hbm_triad')
