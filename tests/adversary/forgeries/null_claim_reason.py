"""A null claim with a kinder reason than its reduction has."""
TAG = 'null'
WORDS = ('gemm.tf32.m5n7k9.tolerance', 'floor off its prediction')


def forge(record):
    record.claim(2, 'tolerance')['reason'] = 'not measured'
