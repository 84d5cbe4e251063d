"""A profile that is not discriminating is recalled."""
TAG = ('reduction', 'null')
WORDS = 'recalled'
BASE = 'recalled'


def forge(record):
    claim = record.find(type='claim', name='link.1.profile.cores.s64.recalled')
    for node in (claim, record.node(claim['asserts'])):
        node['value'] = 'yes'
        del node['reason']
    claim['text'] = 'yes'
