"""A segment of bursts has no duty."""
TAG = 'point'
WORDS = 'gemm.fp16.n4.bursts'
BASE = 'points'


def forge(record):
    del record.segments(record.point('bursts'))[0]['duty']
