"""A reduction by a function that is not in the tables."""
TAG = 'reduction'
WORDS = 'evidence.jsonl'
BASE = 'small'


def forge(record):
    reduction = record.find(type='reduction', function='maximum_of')
    record.place(record.copy(reduction, function='best_of'), after=reduction)
