"""A revisit of a prior that the record does not have."""
TAG = 'revisit'
WORDS = 'prior 2'
BASE = 'linked'


def forge(record):
    node = record.find(kind='revisit', item=0)
    record.place(record.copy(node, prior=2), after=node)
