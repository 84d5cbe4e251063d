"""The smallest divergence of the pairs is above the largest."""
TAG = 'trials'
WORDS = 'gemm.tf32.n4.trial_disagree_23'
BASE = 'trials'


def forge(record):
    trials = record.trials('disagree')
    trials['seen'] = [{'check': 'digest', 'trials': 'fc'}]
    trials['pair']['divergence_least'] = 0.5
    record.recompute()
