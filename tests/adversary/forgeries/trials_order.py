"""Checks are not in the order of their table."""
TAG = 'trials'
WORDS = 'gemm.fp16.n4.trial_nan'
BASE = 'trials'


def forge(record):
    record.trials('nan')['seen'].reverse()
