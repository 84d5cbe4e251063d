"""A share of the checks that say something, and not of all trials."""
TAG = 'reduction'
WORDS = 'seen_rounding'
BASE = 'trials'


def forge(record):
    item = record.trial('bit')
    for node in (record.reduction(item, 'seen_rounding'), record.claim(item, 'seen_rounding')):
        node['value'] = 1
