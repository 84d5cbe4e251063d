"""The low end of the plain interval, below 0 and cut there."""
TAG = 'reduction'
WORDS = 'seen_paper_1_low'
BASE = 'trials'


def forge(record):
    item = record.trial('nan')
    for node in (record.reduction(item, 'seen_paper_1_low'),
                 record.claim(item, 'seen_paper_1_low')):
        node['value'] = 0
