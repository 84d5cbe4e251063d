"""The last of eight segments is missing."""
TAG = 'point'
WORDS = 'gemm.fp16.n4.soak_8min'
BASE = 'forms_of_gemm'


def forge(record):
    record.remove(record.segments(record.point('soak', 8))[-1])
    record.recompute()
