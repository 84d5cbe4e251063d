"""A verdict in other words."""
TAG = 'text'
WORDS = 'gemm.fp16.m4n12k8.verified'
BASE = 'small'


def forge(record):
    record.claim(0, 'verified')['text'] = 'PASSED'
