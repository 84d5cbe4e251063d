"""The decision of a judgement has the tolerance of its own item beside it."""
TAG = 'tolerance'
WORDS = 'at_fp16.gemm.fp8.m4n12k8.decision'
BASE = 'judged'


def forge(record):
    item = record.item('gemm', 'fp8', m=4, n=12)
    claim = record.find(type='claim', name='at_fp16.gemm.fp8.m4n12k8.decision')
    claim['tolerance'] = record.claim(item, 'tolerance')['value']
