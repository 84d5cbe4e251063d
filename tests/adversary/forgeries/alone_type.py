"""Without its prior, a link whose agreement is a number."""
TAG = ('reduction', 'value', 'text')
WORDS = 'type'
BASE = 'linked'
ALONE = True
PASSES = 3


def forge(record):
    claim = record.find(type='claim', name='link.1.gemm.bf16.n16.agreement')
    for node in (claim, record.node(claim['asserts'])):
        node['value'] = 7
    claim['text'] = ''
