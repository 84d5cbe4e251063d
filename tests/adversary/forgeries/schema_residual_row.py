"""The worst row is outside the output."""
TAG = 'schema'
WORDS = 'row'
BASE = 'small'


def forge(record):
    for node in record.repeats(0) + record.all(stage='witness', item=0):
        node['residual']['row'] = 4
