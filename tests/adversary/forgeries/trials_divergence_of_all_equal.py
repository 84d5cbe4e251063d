"""A pair has a divergence, and no digests differ."""
TAG = 'trials'
WORDS = 'gemm.tf32.n4.trial_disagree_23'
BASE = 'trials'


def forge(record):
    record.trials('disagree')['seen'] = [{'check': 'digest', 'trials': '00'}]
    record.recompute()
