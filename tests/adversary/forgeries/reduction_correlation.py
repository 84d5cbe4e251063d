"""A clock correlation with its sign turned."""
TAG = 'reduction'
WORDS = 'clock_correlation'


def forge(record):
    node = record.reduction(0, 'clock_correlation')
    node['value'] = -node['value']
