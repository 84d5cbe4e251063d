"""A segment without products has a residual."""
TAG = 'point'
WORDS = 'gemm.fp16.n4.cold'
BASE = 'faults'


def forge(record):
    item = record.point('cold')
    record.segments(item)[0]['residual'] = record.repeats(item)[0]['residual']
