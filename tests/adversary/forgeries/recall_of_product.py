"""The distance of a product's profile, which it has not."""
TAG = 'reduction'
WORDS = 'distance'
BASE = 'recalled'


def forge(record):
    model = record.find(type='reduction', function='rate_ratio', item=0)
    record.place(record.copy(model, function='distance', value=0.5), after=model)
