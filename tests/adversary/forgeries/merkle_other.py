"""The Merkle root of other claims."""
TAG = 'merkle'
WORDS = 'erkle'
BASE = 'small'


def forge(record):
    record.rebuild.discard('merkle_root')
    record.root()['merkle_root'] = '0' * 64
