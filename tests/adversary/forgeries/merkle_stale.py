"""The Merkle root of the claims before one was edited."""
TAG = 'merkle'
WORDS = 'erkle'
BASE = 'small'


def forge(record):
    record.rebuild.discard('merkle_root')
    claim = record.all(type='claim')[-1]
    claim['name'] = 'x.latency.typical'
