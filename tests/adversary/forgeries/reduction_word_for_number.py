"""A class with a number as its value."""
TAG = 'reduction'
WORDS = 'numerical_class'
BASE = 'small'


def forge(record):
    record.reduction(0, 'numerical_class')['value'] = 0
