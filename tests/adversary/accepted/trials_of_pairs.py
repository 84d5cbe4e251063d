"""Pairs: no digests differ, the divergences are equal, and an output is not finite."""
BASE = 'trials'
STATUS = 0
TEXTS = {
    'gemm.tf32.n4.trial_disagree_23.pair_divergence_least': '0',
    'gemm.tf32.n4.trial_disagree_23.pair_divergence_most': '0',
    'gemm.tf32.n4.trial_disagree_23.pair_honest_derived': 'n/a',
    'gemm.tf32.n4.trial_disagree_23.seen_digest': '0.000 %',
    'gemm.tf32.n4.trial_disagree_23.seen_honest': '16.667 %',
    'hbm_triad.f32.n1024.trial_disagree_30.pair_divergence_most': 'n/a',
}


def forge(record):
    trials = record.trials('disagree')
    trials['pair'].update(divergence_least=0, divergence_most=0, honest_derived=None,
                          reason='not finite, or not measured')
    next(one for one in trials['seen'] if one['check'] == 'digest')['trials'] = '00'
    record.recompute()
