"""Bursts without load."""
TAG = 'point'
WORDS = 'gemm.fp16.n4.bursts'
BASE = 'points'


def forge(record):
    record.segments(record.point('bursts'))[0]['duty'] = 0
