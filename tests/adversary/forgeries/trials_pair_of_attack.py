"""An attack without a second witness says what both outputs are apart."""
TAG = 'trials'
WORDS = 'gemm.bf16.m4n12k8.trial_null_space'
BASE = 'trials'


def forge(record):
    record.trials('null_space')['pair'] = dict(record.trials('disagree')['pair'])
