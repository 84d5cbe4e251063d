"""A prior, whose own prior is absent, claims that an item was recalled which is no profile."""
TAG = 'claim'
WORDS = ('prior/1.jsonl:', 'link.1.gemm.fp16.n4.recalled')
BASE = 'chained'


def forge(record):
    record.edit_prior(1, lambda prior: prior.claim_recall('recalled', 'yes'))
