"""A probe set with numbers smaller than its operands can give."""
TAG = 'residual'
WORDS = 'reference_max'
BASE = 'small'


def forge(record):
    node = record.find(kind='calibration')
    node['reference_max'][7] *= 1e-3
    node['difference_max'][7] *= 1e-3
    record.recompute()
