"""More elements of a product of integers are wrong than it has."""
TAG = 'residual'
WORDS = 'evidence.jsonl'
BASE = 'integers'


def forge(record):
    item = record.item('gemm', 'bf16_exact')
    for residual in record.residuals(item):
        residual['difference_max'] = residual['difference_max'] and 17
    record.recompute()
