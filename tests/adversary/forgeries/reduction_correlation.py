"""A clock correlation with the wrong sign."""
TAG = 'reduction'
WORDS = 'clock_correlation'
BASE = 'small'


def forge(record):
    node = record.reduction(0, 'clock_correlation')
    node['value'] = -node['value']
