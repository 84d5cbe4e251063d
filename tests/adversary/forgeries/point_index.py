"""Two segments change places."""
TAG = 'point'
WORDS = 'gemm.fp16.n4.soak_8min'
BASE = 'forms_of_gemm'


def forge(record):
    first, second = record.segments(record.point('soak', 8))[:2]
    first['index'], second['index'] = 1, 0
