"""A null with another reason than the rule gives."""
TAG = 'reduction'
WORDS = 'tolerance'
BASE = 'products'


def forge(record):
    record.reduction(record.item('gemm', 'tf32', 1), 'tolerance')['reason'] = 'not finite'
