"""Another part claims the key of the prior's profile."""
TAG = ('reduction', 'value')
WORDS = 'recalled_key'
BASE = 'recalled'


def forge(record):
    right = record.find(type='claim', name='link.1.profile.l2.s4096.recalled_key')
    claim = record.find(type='claim', name='link.1.profile.l2.s64.recalled_key')
    for node in (claim, record.node(claim['asserts'])):
        node['value'] = right['value']
    claim['text'] = right['text']
