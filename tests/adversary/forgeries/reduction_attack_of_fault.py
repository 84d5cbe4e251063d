"""A number of an attack of trials with a fault."""
TAG = 'reduction'
WORDS = 'attack_error'
BASE = 'trials'


def forge(record):
    item = record.trial('nan')
    model = record.reduction(item, 'seen_digest')
    reduction = record.copy(model, function='attack_error', reason='not measured')
    record.place(reduction, after=model)
