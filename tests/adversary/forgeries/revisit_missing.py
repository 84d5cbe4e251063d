"""A continuation that keeps its output from the places that the prior opened."""
TAG = 'revisit'
WORDS = 'no revisit of prior 1'
BASE = 'linked'


def forge(record):
    record.remove(record.find(kind='revisit', item=0))
