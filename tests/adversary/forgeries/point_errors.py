"""More products differ than there are."""
TAG = 'point'
WORDS = 'gemm.fp16.n4.bursts'
BASE = 'points'


def forge(record):
    segment = record.segments(record.point('bursts'))[0]
    segment['errors'] = segment['products'] + 1
    record.recompute()
