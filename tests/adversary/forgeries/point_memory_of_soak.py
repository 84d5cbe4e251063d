"""A segment whose memory is not filled says what was free."""
TAG = 'point'
WORDS = 'gemm.fp16.n4.soak_8min'
BASE = 'forms_of_gemm'


def forge(record):
    record.segments(record.point('soak', 8))[7]['memory_free_bytes'] = 5
