"""Half an element of a product of integers is wrong."""
TAG = 'residual'
WORDS = 'evidence.jsonl'
BASE = 'integers'


def forge(record):
    item = record.item('gemm', 'bf16_exact')
    for residual in record.residuals(item):
        residual['difference_max'] = residual['difference_max'] and 0.5
    record.recompute()
