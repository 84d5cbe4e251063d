"""A fault has the numbers of an attack."""
TAG = 'trials'
WORDS = 'gemm.fp16.n4.trial_nan'
BASE = 'trials'


def forge(record):
    record.trials('nan')['attack'] = dict(record.trials('probe_search')['attack'])
