"""A product with numbers smaller than its operands can give."""
TAG = 'residual'
WORDS = 'reference_max'
BASE = 'small'


def forge(record):
    for node in record.repeats(0) + record.all(stage='witness', item=0):
        node['residual']['reference_max'] *= 1e-3
        node['residual']['difference_max'] *= 1e-3
    record.recompute()
