"""Without its prior, a claim of a link with a quantity that links do not have."""
TAG = 'claim'
WORDS = 'no claim of a link'
BASE = 'linked'
ALONE = True


def forge(record):
    record.find(type='claim', name='link.1.gemm.bf16.n16.agreement')['name'] = \
        'link.1.gemm.bf16.n16.rate'
