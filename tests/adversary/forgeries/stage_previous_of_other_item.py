"""A stage whose `previous` is in another item's transcript."""
TAG = 'stage'
WORDS = 'evidence.jsonl'
BASE = 'small'


def forge(record):
    record.find(stage='witness', item=1)['previous'] = record.find(stage='acquire', item=0).key
