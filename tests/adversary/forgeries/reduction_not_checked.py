"""A check that was not asked has seen nothing."""
TAG = 'reduction'
WORDS = 'seen_digest'
BASE = 'trials'


def forge(record):
    item = record.trial('nan')
    for node in (record.reduction(item, 'seen_digest'), record.claim(item, 'seen_digest')):
        node['value'] = 0
        del node['reason']
