"""A clock in kHz."""
TAG = 'unit'
WORDS = ('gemm.fp16.m4n12k8.clock', 'Hz')
BASE = 'small'


def forge(record):
    record.claim(0, 'clock')['unit'] = 'kHz'
