"""A floor off its prediction is called calibrated."""
TAG = 'reduction'
WORDS = 'basis'


def forge(record):
    record.reduction(2, 'basis')['value'] = 'calibrated'
