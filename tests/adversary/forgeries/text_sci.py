"""A floor with fewer digits."""
TAG = 'text'
WORDS = 'gemm.fp16.m4n12k8.floor'
BASE = 'small'


def forge(record):
    claim = record.claim(0, 'floor')
    claim['text'] = claim['text'][:3] + claim['text'][4:]
