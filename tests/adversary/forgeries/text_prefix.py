"""A text with a larger prefix."""
TAG = 'text'
WORDS = 'gemm.fp16.m4n12k8.rate'
BASE = 'small'


def forge(record):
    claim = record.claim(0, 'rate')
    before = claim['text']
    claim['text'] = before.replace('FLOP/s', 'TFLOP/s').replace('kT', 'T').replace('MT', 'T').replace('GT', 'T')
    assert claim['text'] != before
