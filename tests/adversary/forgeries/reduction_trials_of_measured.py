"""The number of trials of an item that is measured."""
TAG = 'reduction'
WORDS = 'trials'
BASE = 'trials'


def forge(record):
    model = record.reduction(0, 'rate')
    record.place(record.copy(model, function='trials', value=3), after=model)
