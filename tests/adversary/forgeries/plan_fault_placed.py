"""A planned fault of kind precision with a place."""
TAG = 'plan'
WORDS = 'evidence.jsonl:2'


def forge(record):
    record.plan()['items'][record.item('scatter_add', 'fixed', 1)]['fault']['column'] = 1
