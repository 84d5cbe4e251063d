"""A judgement of an item that names no tolerance."""
TAG = 'reduction'
WORDS = 'judged_decision'
BASE = 'judged'


def forge(record):
    record.find(type='reduction', function='judged_decision')['item'] = 0
