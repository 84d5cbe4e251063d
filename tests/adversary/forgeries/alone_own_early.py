"""Without its priors, a record has an x. claim before those of links."""
TAG = 'claim'
WORDS = 'link.1.gemm.fp16.'
BASE = 'linked'
ALONE = True
PASSES = 3


def forge(record):
    record.add_own(before=next(claim for claim in record.all(type='claim')
                               if claim['name'].startswith('link.')))
