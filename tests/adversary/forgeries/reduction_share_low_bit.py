"""The low end of an interval in other arithmetic: its last bit."""
TAG = 'reduction'
WORDS = 'seen_any_low'
BASE = 'trials'


def forge(record):
    item = record.trial('nan')
    for node in (record.reduction(item, 'seen_any_low'), record.claim(item, 'seen_any_low')):
        node['value'] *= 1 + 2 ** -52
