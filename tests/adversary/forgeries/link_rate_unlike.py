"""A ratio of rates of which one is of six repeats, the other of nine."""
TAG = ('reduction', 'null')
WORDS = 'rate_ratio'
BASE = 'linked'


def forge(record):
    claim = record.find(type='claim', name='link.1.gemm.fp16.m11n1100k32.rate_ratio')
    for node in (claim, record.node(claim['asserts'])):
        assert node.pop('reason') == 'unlike repeats'
        node['value'] = 1
    claim['text'] = '1.0000'
