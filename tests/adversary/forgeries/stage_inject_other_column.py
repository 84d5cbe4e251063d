"""A fault injected in another column than the plan asks for."""
TAG = 'stage'
WORDS = 'fault'


def forge(record):
    record.find(stage='inject', fault='bit')['column'] = 1
