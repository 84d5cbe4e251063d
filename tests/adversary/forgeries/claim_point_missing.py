"""The number of errors of a point is not claimed."""
TAG = 'claim'
WORDS = 'errors'
BASE = 'points'


def forge(record):
    claim = record.claim(record.point('bursts'), 'errors')
    record.remove(claim, record.node(claim['asserts']))
