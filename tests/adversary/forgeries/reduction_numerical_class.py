"""Outputs that differ have class S0."""
TAG = 'reduction'
WORDS = 'numerical_class'
BASE = 'sums'


def forge(record):
    record.reduction(record.item('reduction', 'default'), 'numerical_class')['value'] = 'S0'
