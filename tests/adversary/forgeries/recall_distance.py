"""The distance to the prior's profile misquoted: less than it is."""
TAG = ('reduction', 'value')
WORDS = 'distance'
BASE = 'recalled'


def forge(record):
    claim = record.find(type='claim', name='link.1.profile.l2.s64.distance')
    for node in (claim, record.node(claim['asserts'])):
        node['value'] = 0.25
    claim['text'] = '250.0 mcycle'
