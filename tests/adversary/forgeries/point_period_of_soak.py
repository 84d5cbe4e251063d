"""A segment without bursts has a period."""
TAG = 'point'
WORDS = 'gemm.fp16.n4.soak_8min'
BASE = 'forms_of_gemm'


def forge(record):
    record.segments(record.point('soak', 8))[7]['period_s'] = 0.5
