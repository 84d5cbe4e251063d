"""An injected fault is not mentioned in the outcome."""
TAG = 'reduction'
WORDS = 'transcript'


def forge(record):
    item = record.item('scatter_add', 'fixed')
    record.reduction(item, 'transcript')['value'] = 'accept'
