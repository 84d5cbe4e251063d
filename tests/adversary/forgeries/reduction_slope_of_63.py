"""A slope of an item with one repeat too few."""
TAG = 'reduction'
WORDS = 'clock_slope'
BASE = 'slopes'


def forge(record):
    item = record.item('hbm_triad', 'f32', n=2048)
    model = record.reduction(item, 'clock_correlation')
    reduction = record.copy(model, function='clock_slope', value=1)
    record.place(reduction, after=model)
