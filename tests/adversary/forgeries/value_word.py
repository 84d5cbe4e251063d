"""A claim with another word than its reduction."""
TAG = 'value'
WORDS = 'gemm.fp8.n8.verified'
BASE = 'states'


def forge(record):
    record.claim(record.item('gemm', 'fp8'), 'verified').update(value='PASS', text='PASS')
