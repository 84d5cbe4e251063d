"""A share of honest outputs of an attack without a second witness."""
TAG = 'reduction'
WORDS = 'seen_honest'
BASE = 'trials'


def forge(record):
    model = record.reduction(record.trial('null_space'), 'seen_largest')
    reduction = record.copy(model, function='seen_honest')
    record.place(reduction, after=model)
