"""The trials of an item are missing, and all that is computed from them."""
TAG = 'trials'
WORDS = 'gemm.fp16.n4.trial_nan'
BASE = 'trials'


def forge(record):
    record.remove_item(record.trial('nan'))
