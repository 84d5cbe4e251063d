"""The paper's check judges an honest output in the trials of an attack that has none."""
TAG = 'trials'
WORDS = 'gemm.bf16.m4n12k8.trial_null_space'
BASE = 'trials'


def forge(record):
    record.trials('null_space')['seen'].append({'check': 'honest_paper', 'trials': '00'})
