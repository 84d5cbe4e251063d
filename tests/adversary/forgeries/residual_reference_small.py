"""The reference of a product is smaller than its operands allow."""
TAG = 'residual'
WORDS = 'evidence.jsonl'
BASE = 'small'


def forge(record):
    for residual in record.residuals(0):
        for name in ('reference_max', 'difference_max'):
            residual[name] /= 16
    record.recompute()
