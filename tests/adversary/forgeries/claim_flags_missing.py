"""How often the flags told of a bent clock is not claimed."""
TAG = 'claim'
WORDS = 'seen_flags'
BASE = 'trials'


def forge(record):
    claim = record.claim(record.trial('clock'), 'seen_flags')
    record.remove(claim, record.node(claim['asserts']))
