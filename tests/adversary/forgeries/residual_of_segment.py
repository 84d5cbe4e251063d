"""The reference of a segment is too small."""
TAG = 'residual'
WORDS = 'evidence.jsonl:'
BASE = 'points'


def forge(record):
    segment = record.segments(record.point('bursts'))[0]
    segment['residual'] = dict(segment['residual'], reference_max=0.5)
    record.recompute()
