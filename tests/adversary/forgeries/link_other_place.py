"""A link by label: the fault of the item there begins at another place."""
TAG = ('reduction', 'value')
WORDS = 'agreement'
BASE = 'apart'


def forge(record):
    claim = record.find(type='claim', name='link.2.gemm.fp16.n4.injected_bit.agreement')
    assert claim['value'] == 'not comparable: not here'
    for node in (claim, record.node(claim['asserts'])):
        node['value'] = 'identical'
    claim['text'] = 'identical'
