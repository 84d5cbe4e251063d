"""Without its priors, a record claims the recalled key of an item that is no profile."""
TAG = 'claim'
WORDS = 'link.1.gemm.fp16.n4.recalled_key'
BASE = 'linked'
ALONE = True
PASSES = 3


def forge(record):
    record.claim_recall('recalled_key', 'yes')
