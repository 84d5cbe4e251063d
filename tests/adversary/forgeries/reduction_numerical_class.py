"""Outputs that differ are called equal."""
TAG = 'reduction'
WORDS = 'numerical_class'


def forge(record):
    record.reduction(record.item('reduction', 'default'), 'numerical_class')['value'] = 'S0'
