"""A verdict with another word as its text."""
TAG = 'text'
WORDS = 'gemm.fp16.m4n12k8.verified'
BASE = 'small'


def forge(record):
    record.claim(0, 'verified')['text'] = 'PASSED'
