"""A rate above every device is a finding."""
WORDS = 'finding: gemm.fp16.m4n12k8 repeat 1 has a rate above 1e17 FLOP/s'
BASE = 'small'
STATUS = 0


def forge(record):
    record.repeats(0)[1]['iterations'] = 1 << 45
    record.recompute()
