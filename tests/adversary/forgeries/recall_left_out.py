"""The claim that a part is another one is left out."""
TAG = 'claim'
WORDS = 'link.1.profile.l2.s64.recalled'
BASE = 'recalled'


def forge(record):
    claim = record.find(type='claim', name='link.1.profile.l2.s64.recalled')
    record.remove(claim, record.node(claim['asserts']))
