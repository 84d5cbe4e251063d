"""A check is there twice, with other bits."""
TAG = 'trials'
WORDS = 'gemm.fp16.n4.trial_nan'
BASE = 'trials'


def forge(record):
    seen = record.trials('nan')['seen']
    seen.insert(0, dict(seen[0], trials='f8'))
