"""Segments are reduced before the last of them."""
TAG = 'point'
WORDS = 'gemm.fp16.n4.soak_8min'
BASE = 'forms_of_gemm'


def forge(record):
    item = record.point('soak', 8)
    segments = record.segments(item)
    reduction = record.reduction(item, 'products')
    reduction['inputs'] = [segment.key for segment in segments[:-1]]
    record.move(reduction, before=segments[-1])
