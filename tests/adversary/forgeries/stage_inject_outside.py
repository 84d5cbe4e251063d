"""An injected fault outside the output."""
TAG = 'stage'
WORDS = 'evidence.jsonl'


def forge(record):
    record.find(stage='inject', fault='tile')['column'] = 8
