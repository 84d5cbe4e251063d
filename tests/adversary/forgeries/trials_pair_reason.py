"""A null of a pair has no reason."""
TAG = 'null'
WORDS = 'reason'
BASE = 'trials'


def forge(record):
    pair = record.trials('disagree')['pair']
    pair['divergence_most'] = None
