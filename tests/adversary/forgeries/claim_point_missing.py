"""The number of errors of a point is not claimed."""
TAG = 'claim'
WORDS = 'errors'


def forge(record):
    claim = record.claim(record.point('bursts'), 'errors')
    record.remove(claim, record.node(claim['asserts']))
