"""A stage whose previous is a repeat."""
TAG = 'edge'
WORDS = 'previous'
BASE = 'small'


def forge(record):
    record.find(stage='witness', item=0)['previous'] = record.repeats(0)[0].key
