"""The seed of trials under another nonce."""
from toolkit import trials_seed

TAG = 'trials'
WORDS = 'gemm.fp16.n4.trial_nan'
BASE = 'trials'


def forge(record):
    record.trials('nan')['seed'] = trials_seed('gemm.fp16.n4.trial_nan', 'ab')
