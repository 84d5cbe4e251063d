"""A rate of trials, which are not timed."""
TAG = 'reduction'
WORDS = 'median_rate'
BASE = 'trials'


def forge(record):
    model = record.reduction(record.trial('nan'), 'trials')
    record.place(record.copy(model, function='median_rate'), after=model)
