"""Digests before a flip are compared in the trials of an attack that flips nothing."""
TAG = 'trials'
WORDS = 'gemm.bf16.m4n12k8.trial_null_space'
BASE = 'trials'


def forge(record):
    record.trials('null_space')['seen'].append({'check': 'before', 'trials': '00'})
