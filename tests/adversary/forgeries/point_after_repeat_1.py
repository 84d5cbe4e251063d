"""A segment comes after repeat 1."""
TAG = 'point'
WORDS = 'gemm.fp16.n4.bursts_1min'
BASE = 'points'


def forge(record):
    item = record.point('bursts', 1)
    record.move(record.segments(item)[0], after=record.repeats(item)[1])
    record.recompute()
