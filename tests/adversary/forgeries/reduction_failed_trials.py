"""A share of trials that failed."""
TAG = 'reduction'
WORDS = 'seen_any'
BASE = 'trials'


def forge(record):
    item = record.trial('replay')
    for node in (record.reduction(item, 'seen_any'), record.claim(item, 'seen_any')):
        node['value'] = 1
        del node['reason']
