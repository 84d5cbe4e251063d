"""The share of flagged repeats is not that of the bits."""
TAG = 'reduction'
WORDS = 'seen_flags'
BASE = 'trials'


def forge(record):
    item = record.trial('clock')
    for node in (record.reduction(item, 'seen_flags'), record.claim(item, 'seen_flags')):
        node['value'] = 0.6
