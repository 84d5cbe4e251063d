"""A number of an attack is claimed of trials with a fault."""
TAG = 'claim'
WORDS = 'gemm.fp16.n4.trial_nan.attack_error'
BASE = 'trials'


def forge(record):
    claim = record.claim(record.trial('null_space'), 'attack_error')
    record.place(record.copy(claim, name='gemm.fp16.n4.trial_nan.attack_error'), before=claim)
