"""The outcome of a transcript does not mention its injected fault."""
TAG = 'reduction'
WORDS = 'transcript'
BASE = 'sums'


def forge(record):
    item = record.item('scatter_add', 'fixed')
    record.reduction(item, 'transcript')['value'] = 'accept'
