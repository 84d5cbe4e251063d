"""The seed of the same fault of another size."""
from toolkit import trials_seed

TAG = 'trials'
WORDS = 'gemm.fp16.n4.trial_bit_13'
BASE = 'trials'


def forge(record):
    record.trials('bit')['seed'] = trials_seed('gemm.fp16.n4.trial_bit_14', '')
