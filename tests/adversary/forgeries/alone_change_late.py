"""Without its priors, a record has the claims of a change after one of a link."""
TAG = 'claim'
WORDS = 'change.gemm.fp16.n4.soak_2min.'
BASE = 'recalled'
ALONE = True


def forge(record):
    claims = record.all(type='claim')
    at = next(claim for claim in claims if claim['name'].startswith('link.'))
    for claim in claims:
        if claim['name'].startswith('change.'):
            record.move(claim, after=at)
            at = claim
