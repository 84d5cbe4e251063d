"""A rate is claimed of an item with a trial."""
TAG = 'claim'
WORDS = 'gemm.fp16.n4.trial_nan.rate'
BASE = 'trials'


def forge(record):
    claim = record.claim(0, 'rate')
    first = record.claim(record.trial('nan'), 'trials')
    record.place(record.copy(claim, name='gemm.fp16.n4.trial_nan.rate'), before=first)
