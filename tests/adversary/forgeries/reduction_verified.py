"""A failed product is called verified."""
TAG = 'reduction'
WORDS = 'verified'


def forge(record):
    item = record.item('gemm', 'fp8')
    record.reduction(item, 'verified')['value'] = 'PASS'
