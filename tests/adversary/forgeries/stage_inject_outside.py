"""A fault injected outside the output, not where it was planned."""
TAG = 'stage'
WORDS = 'fault'
BASE = 'sums'


def forge(record):
    record.find(stage='inject', fault='tile')['column'] = 8
