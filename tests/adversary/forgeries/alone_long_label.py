"""Without its priors, a claim of a link has a label of 112 characters."""
TAG = 'claim'
WORDS = 'link.1.aaaa'
BASE = 'linked'
ALONE = True


def forge(record):
    claim = record.find(type='claim', name='link.1.gemm.bf16.n16.numerical_class_kept')
    claim['name'] = 'link.1.%s.numerical_class_kept' % ('a' * 112)
