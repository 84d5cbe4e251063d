"""A product of integers is judged against fewer elements than it has."""
TAG = 'residual'
WORDS = 'evidence.jsonl'
BASE = 'integers'


def forge(record):
    item = record.item('gemm', 'fp16_exact')
    for residual in record.residuals(item):
        residual['reference_max'] -= 1
    record.recompute()
