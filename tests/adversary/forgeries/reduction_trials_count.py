"""More trials than there are."""
TAG = 'reduction'
WORDS = 'trials'
BASE = 'trials'


def forge(record):
    item = record.trial('nan')
    for node in (record.reduction(item, 'trials'), record.claim(item, 'trials')):
        node['value'] = 6
