"""A text with a space at its end."""
TAG = 'text'
WORDS = 'gemm.fp16.m4n12k8.residual'
BASE = 'small'


def forge(record):
    record.claim(0, 'residual')['text'] += ' '
