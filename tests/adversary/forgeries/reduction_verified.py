"""A failed product has the verdict PASS."""
TAG = 'reduction'
WORDS = 'verified'
BASE = 'states'


def forge(record):
    item = record.item('gemm', 'fp8')
    record.reduction(item, 'verified')['value'] = 'PASS'
