"""A rate of the prior misquoted: the ratio and its text say more."""
TAG = ('reduction', 'value')
WORDS = 'rate_ratio'
BASE = 'linked'


def forge(record):
    claim = record.find(type='claim', name='link.1.gemm.tf32.n70.rate_ratio')
    for node in (claim, record.node(claim['asserts'])):
        node['value'] = 1.25
    claim['text'] = '1.2500'
