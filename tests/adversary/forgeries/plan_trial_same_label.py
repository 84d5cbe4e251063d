"""Two items have one label, as a trial without a size does not show it."""
TAG = 'plan'
WORDS = 'evidence.jsonl:2'
BASE = 'trials'


def forge(record):
    item = record.plan()['items'][record.trial('nan')]
    record.plan()['items'].append(dict(item, repeats=6))
