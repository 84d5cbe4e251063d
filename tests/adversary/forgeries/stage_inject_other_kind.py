"""A fault of another kind than the plan asks for, one that is easier to see."""
TAG = 'stage'
WORDS = 'fault'


def forge(record):
    record.find(stage='inject', fault='bit')['fault'] = 'row'
