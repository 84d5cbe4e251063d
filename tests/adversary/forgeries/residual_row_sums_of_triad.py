"""A triad, which forms no probabilities, with row sums."""
TAG = 'residual'
WORDS = 'row_sum_error'
BASE = 'small'


def forge(record):
    for residual in record.residuals(1):
        residual['row_sum_error'] = 0
