"""An honest output is judged in the trials of an attack without a second witness."""
TAG = 'trials'
WORDS = 'gemm.bf16.m4n12k8.trial_null_space'
BASE = 'trials'


def forge(record):
    record.trials('null_space')['seen'].append({'check': 'honest', 'trials': '00'})
