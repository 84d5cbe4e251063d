"""A segment comes after a reduction of its item."""
TAG = ('order', 'point')
WORDS = 'hbm_copy.f32.n300000.bursts_2min'
BASE = 'forms'


def forge(record):
    item = record.point('bursts', 2)
    record.move(record.segments(item)[-1], after=record.reduction(item, 'peak_memory'))
