"""Flags are seen in the trials of an attack that is on no rate."""
TAG = 'trials'
WORDS = 'gemm.bf16.m4n12k8.trial_null_space'
BASE = 'trials'


def forge(record):
    record.trials('null_space')['seen'].append({'check': 'flags', 'trials': '00'})
