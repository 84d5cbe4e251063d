"""A space behind the digits."""
TAG = 'trials'
WORDS = 'gemm.fp16.n4.trial_nan'
BASE = 'trials'


def forge(record):
    record.trials('nan')['seen'][0]['trials'] = '8 '
