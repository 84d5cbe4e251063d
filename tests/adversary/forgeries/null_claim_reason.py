"""A null claim with another reason than that of its reduction."""
TAG = 'null'
WORDS = ('gemm.tf32.n70.tolerance', 'G off its prediction')
BASE = 'products'


def forge(record):
    record.claim(record.item('gemm', 'tf32', 1), 'tolerance')['reason'] = 'not measured'
