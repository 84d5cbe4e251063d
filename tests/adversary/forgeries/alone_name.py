"""Without its prior, a further claim of a link with a quantity that links do not have."""
TAG = 'claim'
WORDS = 'no claim of a link'
BASE = 'linked'
ALONE = True
PASSES = 3


def forge(record):
    claim = record.find(type='claim', name='link.1.gemm.bf16.n16.agreement')
    record.place(record.copy(claim, name='link.1.gemm.bf16.n16.rate'), after=claim)
