"""No product differs from repeat 0, and the residual does."""
TAG = 'digest'
WORDS = 'gemm.fp16.n4.soak_8min'
BASE = 'forms_of_gemm'


def forge(record):
    segment = record.segments(record.point('soak', 8))[2]
    segment['residual'] = dict(segment['residual'], row_statistic=2.5)
    record.recompute()
