"""A segment was made in another environment than its item."""
TAG = 'environment'
WORDS = 'gemm.fp16.n4.bursts'
BASE = 'points'


def forge(record):
    record.segments(record.point('bursts'))[0]['environment'] = record.environment().key
