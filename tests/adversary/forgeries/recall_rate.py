"""The rate ratio of a profile, which has no rate."""
TAG = 'reduction'
WORDS = 'rate_ratio'
BASE = 'recalled'


def forge(record):
    model = record.find(type='reduction', function='distance', item=2)
    record.place(record.copy(model, function='rate_ratio', value=1), after=model)
