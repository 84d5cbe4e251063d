"""A null claim with another reason than that of its reduction."""
TAG = 'null'
WORDS = ('gemm.tf32.m5n7k9.tolerance', 'floor off its prediction')


def forge(record):
    record.claim(2, 'tolerance')['reason'] = 'not measured'
