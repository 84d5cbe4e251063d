"""A segment comes before repeat 0."""
TAG = 'point'
WORDS = 'gemm.fp16.n4.full_2min'
BASE = 'points'


def forge(record):
    item = record.point('full', 2)
    record.move(record.segments(item)[0], before=record.repeats(item)[0])
    record.recompute()
