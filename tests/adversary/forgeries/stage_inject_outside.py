"""A fault injected outside the output, not where it was planned."""
TAG = 'stage'
WORDS = 'fault'


def forge(record):
    record.find(stage='inject', fault='tile')['column'] = 8
