"""Units of an item that is no profile."""
TAG = 'reduction'
WORDS = 'units'
BASE = 'forms'


def forge(record):
    item = record.item('hbm_triad', 'f32')
    reduction = record.copy(record.reduction(record.item('profile', 'l2'), 'units'),
                            inputs=[node.key for node in record.repeats(item)])
    record.place(reduction, before=record.all(type='claim')[0])
