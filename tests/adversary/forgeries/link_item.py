"""A reduction of a link that names another item of the prior."""
TAG = 'reduction'
WORDS = 'inputs of agreement'
BASE = 'linked'


def forge(record):
    claim = record.find(type='claim', name='link.1.gemm.fp16.m11n1100k32.agreement')
    record.node(claim['asserts'])['item'] = 1
