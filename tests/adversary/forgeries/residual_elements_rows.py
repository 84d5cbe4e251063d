"""A product of integers has a row statistic."""
TAG = 'schema'
WORDS = 'evidence.jsonl'
BASE = 'integers'


def forge(record):
    for residual in record.residuals(record.item('gemm', 'fp16_exact')):
        residual.update(row_statistic=1, row=0, probe=0, residual_squares=1, rounding_squares=1)
