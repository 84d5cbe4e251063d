"""A dispersion with its decimal point moved."""
TAG = 'text'
WORDS = 'gemm.fp16.m4n12k8.dispersion'
BASE = 'small'


def forge(record):
    claim = record.claim(0, 'dispersion')
    claim['text'] = claim['text'].replace('0.', '0.0')
