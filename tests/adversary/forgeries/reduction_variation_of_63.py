"""A variation of the clock of an item with one repeat too few."""
TAG = 'reduction'
WORDS = 'clock_variation'
BASE = 'slopes'


def forge(record):
    item = record.item('hbm_triad', 'f32', n=2048)
    model = record.reduction(item, 'clock_correlation')
    reduction = record.copy(model, function='clock_variation', value=0.01)
    record.place(reduction, after=model)
