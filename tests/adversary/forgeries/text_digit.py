"""A text with a wrong last digit."""
TAG = 'text'
WORDS = 'gemm.fp16.m4n12k8.rate'
BASE = 'small'


def forge(record):
    claim = record.claim(0, 'rate')
    digits, _, unit = claim['text'].partition(' ')
    claim['text'] = '%s%d %s' % (digits[:-1], (int(digits[-1]) + 1) % 10, unit)
