"""A recall over the plan alone, though its item is here."""
TAG = 'reduction'
WORDS = 'recalled'
BASE = 'recalled'


def forge(record):
    claim = record.find(type='claim', name='link.1.profile.l2.s4096.recalled')
    record.node(claim['asserts'])['inputs'] = [record.plan().key]
