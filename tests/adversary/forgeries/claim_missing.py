"""A claim of the plan is missing: the residual."""
TAG = 'claim'
WORDS = 'gemm.fp16.m4n12k8.residual'
BASE = 'small'


def forge(record):
    reduction = record.reduction(0, 'residual')
    record.remove(record.claim(0, 'residual'), reduction)
