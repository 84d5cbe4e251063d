"""Every pair has a divergence, and the digests of one are equal."""
TAG = 'trials'
WORDS = 'gemm.tf32.n4.trial_disagree_23'
BASE = 'trials'


def forge(record):
    record.trials('disagree')['pair']['divergence_least'] = 0.01
    record.recompute()
