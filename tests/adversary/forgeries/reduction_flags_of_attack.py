"""A share of flags of an attack that is on no rate."""
TAG = 'reduction'
WORDS = 'seen_flags'
BASE = 'trials'


def forge(record):
    model = record.reduction(record.trial('null_space'), 'seen_largest')
    reduction = record.copy(model, function='seen_flags')
    record.place(reduction, after=model)
