"""A fault injected at another place than planned, where it is easier to detect."""
TAG = 'stage'
WORDS = 'fault'
BASE = 'sums'


def forge(record):
    record.find(stage='inject', fault='tile')['row'] = 4
