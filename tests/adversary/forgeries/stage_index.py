"""A stage with the number of another."""
TAG = 'stage'
WORDS = 'evidence.jsonl'
BASE = 'small'


def forge(record):
    record.find(stage='witness', item=1)['index'] = 2
