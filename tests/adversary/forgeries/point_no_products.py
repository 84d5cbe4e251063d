"""A segment of load has computed nothing."""
TAG = 'point'
WORDS = 'gemm.fp16.n4.soak_8min'
BASE = 'forms_of_gemm'


def forge(record):
    segment = record.segments(record.point('soak', 8))[0]
    segment['products'] = 0
    del segment['residual']
    record.recompute()
