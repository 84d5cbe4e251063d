"""A prior, whose own prior is absent, has the longest name of a claim: 139 bytes."""
STATUS = 0
BASE = 'chained'


def rename(prior):
    claim = prior.find(type='claim', name='link.1.gemm.bf16.n16.numerical_class_kept')
    claim['name'] = 'link.1.%s.numerical_class_kept' % ('a' * 111)
    assert len(claim['name']) == 139


def forge(record):
    record.edit_prior(1, rename)
