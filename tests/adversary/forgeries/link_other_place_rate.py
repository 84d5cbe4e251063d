"""The rate of an item over that of another, whose fault begins at another place."""
TAG = ('reduction', 'null')
WORDS = 'rate_ratio'
BASE = 'apart'


def forge(record):
    claim = record.find(type='claim', name='link.2.gemm.fp16.n4.injected_bit.rate_ratio')
    for node in (claim, record.node(claim['asserts'])):
        assert node.pop('reason') == 'not here'
        node['value'] = 1
    claim['text'] = '1.0000'
