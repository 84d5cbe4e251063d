"""A correlation without its sign."""
TAG = 'text'
WORDS = 'gemm.fp16.m11n1100k32.clock_correlation'
BASE = 'products'


def forge(record):
    claim = record.claim(0, 'clock_correlation')
    claim['text'] = claim['text'].lstrip('+-')
