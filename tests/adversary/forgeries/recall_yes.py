"""A recall of another part says that the part is the same."""
TAG = ('reduction', 'value')
WORDS = 'recalled'
BASE = 'recalled'


def forge(record):
    claim = record.find(type='claim', name='link.1.profile.l2.s64.recalled')
    for node in (claim, record.node(claim['asserts'])):
        node['value'] = 'yes'
    claim['text'] = 'yes'
