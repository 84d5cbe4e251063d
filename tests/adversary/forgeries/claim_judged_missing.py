"""The decision of a judgement is not claimed."""
TAG = 'claim'
WORDS = 'decision'
BASE = 'judged'


def forge(record):
    claim = record.find(type='claim', name='at_fp16.gemm.fp8.m4n12k8.decision')
    record.remove(claim, record.node(claim['asserts']))
