"""A fault injected at another place than planned, where it is easier to detect."""
TAG = 'stage'
WORDS = 'fault'


def forge(record):
    record.find(stage='inject', fault='tile')['row'] = 4
