"""A share of flags is claimed of an attack that is on no rate."""
TAG = 'claim'
WORDS = 'gemm.bf16.m4n12k8.trial_null_space.seen_flags'
BASE = 'trials'


def forge(record):
    claim = record.claim(record.trial('clock'), 'seen_flags')
    record.place(record.copy(claim, name='gemm.bf16.m4n12k8.trial_null_space.seen_flags'),
                 before=claim)
