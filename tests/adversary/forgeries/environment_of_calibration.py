"""A calibration from another environment than the repeats of its item."""
TAG = 'environment'
WORDS = 'gemm.fp8_fast'
BASE = 'faults'


def forge(record):
    item = record.item('gemm', 'fp8_fast')
    record.find(kind='calibration', item=item)['environment'] = record.environment().key
