"""A hex digit too few, so that the last trial has no bit."""
TAG = 'trials'
WORDS = 'gemm.fp16.n4.trial_nan'
BASE = 'trials'


def forge(record):
    record.trials('nan')['seen'][0]['trials'] = '8'
