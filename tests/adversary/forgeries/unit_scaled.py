"""A clock in kHz."""
TAG = 'unit'
WORDS = ('gemm.fp16.m4n12k8.clock', 'Hz')
BASE = 'small'


def forge(record):
    claim = record.claim(0, 'clock')
    claim.update(unit='kHz', text=claim['text'].replace('Hz', 'kHz'))
