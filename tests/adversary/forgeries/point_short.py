"""A segment of an item with minutes takes less than 60 s."""
TAG = 'point'
WORDS = 'gemm.fp16.n4.soak_8min'
BASE = 'forms_of_gemm'


def forge(record):
    record.segments(record.point('soak', 8))[3]['seconds'] = 59.5
    record.recompute()
