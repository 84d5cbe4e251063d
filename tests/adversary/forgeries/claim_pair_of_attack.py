"""A divergence of pairs is claimed of an attack without a second witness."""
TAG = 'claim'
WORDS = 'gemm.bf16.m4n12k8.trial_null_space.pair_divergence_most'
BASE = 'trials'


def forge(record):
    claim = record.claim(record.trial('disagree'), 'pair_divergence_most')
    record.place(record.copy(claim, name='gemm.bf16.m4n12k8.trial_null_space.pair_divergence_most'),
                 before=claim)
