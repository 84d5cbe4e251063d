"""The claim of a link that asserts the same function of another link."""
TAG = ('claim', 'value')
WORDS = 'asserts'
BASE = 'linked'


def forge(record):
    names = ('link.1.gemm.fp16.m11n1100k32.agreement', 'link.1.gemm.bf16.n16.agreement')
    one, other = [record.find(type='claim', name=name) for name in names]
    one['asserts'], other['asserts'] = other['asserts'], one['asserts']
