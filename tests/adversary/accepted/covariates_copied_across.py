"""Repeats of two items with the same covariates: a finding."""
WORDS = 'gemm.fp16.m4n12k8 repeat 1 and hbm_triad.f32.n1024 repeat 0 have the same covariates'
BASE = 'small'
STATUS = 0


def forge(record):
    record.repeats(1)[0]['covariates'] = record.repeats(0)[1]['covariates']
    record.recompute()
