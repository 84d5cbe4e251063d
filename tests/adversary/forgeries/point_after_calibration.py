"""A segment comes after the calibration."""
TAG = 'point'
WORDS = 'gemm.fp16.n4.soak_8min.injected_bit'
BASE = 'forms_of_gemm'


def forge(record):
    record.move(record.segments(0)[-1], after=record.find(kind='calibration', item=0))
    record.recompute()
