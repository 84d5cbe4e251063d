"""A judgement of an item that the plan does not have."""
TAG = 'reduction'
WORDS = 'judged_decision'
BASE = 'judged'


def forge(record):
    record.find(type='reduction', function='judged_decision')['item'] = 1000
