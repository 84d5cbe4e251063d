"""Without its priors, a record claims that an item was recalled which is no profile."""
TAG = 'claim'
WORDS = 'link.1.gemm.fp16.n4.recalled'
BASE = 'linked'
ALONE = True
PASSES = 3


def forge(record):
    record.claim_recall('recalled', 'yes')
