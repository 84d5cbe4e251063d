"""A share of trials that is not that of the bits."""
TAG = 'reduction'
WORDS = 'seen_paper_1'
BASE = 'trials'


def forge(record):
    item = record.trial('nan')
    for node in (record.reduction(item, 'seen_paper_1'), record.claim(item, 'seen_paper_1')):
        node['value'] = 0.6
