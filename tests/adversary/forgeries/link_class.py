"""A class of the prior misquoted: said to be changed."""
TAG = ('reduction', 'value')
WORDS = 'numerical_class_kept'
BASE = 'linked'


def forge(record):
    claim = record.find(type='claim', name='link.1.gemm.bf16.n16.numerical_class_kept')
    for node in (claim, record.node(claim['asserts'])):
        node['value'] = 'changed'
    claim['text'] = 'changed'
