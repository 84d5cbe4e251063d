"""The root counts one claim too many."""
TAG = 'count'
WORDS = 'count'
BASE = 'small'


def forge(record):
    record.rebuild.discard('claim_count')
    record.root()['claim_count'] += 1
