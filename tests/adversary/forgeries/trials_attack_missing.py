"""An attack does not say what it took and hid."""
TAG = 'trials'
WORDS = 'gemm.bf16.m4n12k8.trial_null_space'
BASE = 'trials'


def forge(record):
    del record.trials('null_space')['attack']
