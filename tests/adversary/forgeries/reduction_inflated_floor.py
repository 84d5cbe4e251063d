"""A floor above the measured one, which widens the tolerance."""
TAG = 'reduction'
WORDS = 'floor'
BASE = 'small'


def forge(record):
    for quantity in ('floor', 'tolerance'):
        node = record.reduction(0, quantity)
        node['value'] *= 1.2
        node.keep = True
        record.claim(0, quantity)['value'] = node['value']
