"""An x. claim before those of the plan."""
TAG = 'claim'
WORDS = 'gemm.fp16.m4n12k8.rate'
BASE = 'small'


def forge(record):
    claim = record.all(type='claim')[-1]
    record.move(claim, before=record.find(type='claim'))
