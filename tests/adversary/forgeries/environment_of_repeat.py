"""One repeat from another environment, so that the best machine can be picked."""
TAG = 'environment'
WORDS = 'scatter_add.fixed.n100b1000.faulty_precision'


def forge(record):
    item = record.item('scatter_add', 'fixed', 1)
    record.repeats(item)[1]['environment'] = record.environment().key
