"""An injected fault outside the output, where the plan asks for none."""
TAG = 'stage'
WORDS = 'fault'


def forge(record):
    record.find(stage='inject', fault='tile')['column'] = 8
