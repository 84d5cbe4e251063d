"""A residual below zero."""
TAG = 'schema'
WORDS = 'difference_max'
BASE = 'small'


def forge(record):
    for node in record.repeats(0) + record.all(stage='witness', item=0):
        node['residual']['difference_max'] = -1
    record.recompute()
