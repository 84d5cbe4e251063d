"""A divergence of pairs of an attack without a second witness."""
TAG = 'reduction'
WORDS = 'pair_divergence_most'
BASE = 'trials'


def forge(record):
    model = record.reduction(record.trial('null_space'), 'seen_largest')
    reduction = record.copy(model, function='pair_divergence_most')
    record.place(reduction, after=model)
