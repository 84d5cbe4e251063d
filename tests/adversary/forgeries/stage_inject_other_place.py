"""A fault injected at another place than the plan asks for, where it is easier to see."""
TAG = 'stage'
WORDS = 'fault'


def forge(record):
    record.find(stage='inject', fault='tile')['row'] = 4
