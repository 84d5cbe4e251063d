"""A rate is reduced before the transcript of its item."""
TAG = 'order'
WORDS = 'gemm.fp16.m4n12k8'
BASE = 'small'


def forge(record):
    record.move(record.reduction(0, 'rate'), before=record.stages(0)[0])
