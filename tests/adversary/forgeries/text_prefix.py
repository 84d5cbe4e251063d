"""A text with a larger prefix."""
TAG = 'text'
WORDS = 'gemm.fp16.m4n12k8.rate'
BASE = 'small'


def forge(record):
    claim = record.claim(0, 'rate')
    before = claim['text']
    number, _, unit = before.partition(' ')
    claim['text'] = number + ' T' + unit.lstrip('kMG')
    assert claim['text'] != before
