"""Units of trials."""
TAG = 'reduction'
WORDS = 'units'
BASE = 'trials'


def forge(record):
    model = record.reduction(record.trial('nan'), 'trials')
    record.place(record.copy(model, function='units'), after=model)
