"""Repeats with the same covariates are a finding."""
WORDS = ('finding: gemm.fp16.m4n12k8 repeats 0 and 1 have the same covariates',
         'finding: gemm.fp16.m4n12k8 repeat 0 and hbm_triad.f32.n1024 repeat 1 have the same ')
BASE = 'small'
STATUS = 0


def forge(record):
    first = record.repeats(0)[0]
    for node in (record.repeats(0)[1], record.repeats(1)[1]):
        for name in ('covariates', 'seconds', 'flags'):
            node[name] = first[name]
    record.recompute()
