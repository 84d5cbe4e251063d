"""Without its priors, a record claims a recall of an item that is no profile."""
TAG = 'claim'
WORDS = 'evidence.jsonl:'
BASE = 'linked'
ALONE = True
PASSES = 3


def forge(record):
    record.claim_recall('distance', 0.5, 'FLOP/s', '500.0 mFLOP/s')
