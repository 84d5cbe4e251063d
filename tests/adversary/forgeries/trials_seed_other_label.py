"""The seed of other trials."""
TAG = 'trials'
WORDS = 'gemm.fp16.n4.trial_bit_13'
BASE = 'trials'


def forge(record):
    record.trials('bit')['seed'] = record.trials('nan')['seed']
