"""A transcript from another environment than the repeats of its item."""
TAG = 'environment'
WORDS = 'gemm.fp8_fast'
BASE = 'faults'


def forge(record):
    for stage in record.stages(record.item('gemm', 'fp8_fast')):
        stage['environment'] = record.environment().key
