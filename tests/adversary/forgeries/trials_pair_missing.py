"""A pair of witnesses does not say what its outputs are apart."""
TAG = 'trials'
WORDS = 'gemm.tf32.n4.trial_disagree_23'
BASE = 'trials'


def forge(record):
    del record.trials('disagree')['pair']
