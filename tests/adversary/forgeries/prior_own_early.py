"""A prior, whose own prior is absent, has an x. claim before those of links."""
TAG = 'claim'
WORDS = ('prior/1.jsonl:', 'link.1.gemm.fp16.')
BASE = 'chained'


def forge(record):
    record.edit_prior(1, lambda prior: prior.add_own(before=next(
        claim for claim in prior.all(type='claim') if claim['name'].startswith('link.'))))
