"""A digit that is not hex."""
TAG = 'trials'
WORDS = 'gemm.fp16.n4.trial_bit_13'
BASE = 'trials'


def forge(record):
    record.trials('bit')['seen'][0]['trials'] = 'fg'
