"""A segment without load has computed something."""
TAG = 'point'
WORDS = 'gemm.fp16.n4.cold'
BASE = 'faults'


def forge(record):
    item = record.point('cold')
    segment = record.segments(item)[0]
    segment.update(products=5, residual=record.repeats(item)[0]['residual'])
    record.recompute()
