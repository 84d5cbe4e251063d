"""A floor off its prediction has the basis calibrated."""
TAG = 'reduction'
WORDS = 'basis'
BASE = 'faults'


def forge(record):
    record.reduction(2, 'basis')['value'] = 'calibrated'
