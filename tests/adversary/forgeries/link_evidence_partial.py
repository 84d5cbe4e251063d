"""A prior with items that nobody compared, and its evidence preserved all the same."""
TAG = ('reduction', 'value')
WORDS = 'evidence_preserving'
BASE = 'lost'


def forge(record):
    claim = record.find(type='claim', name='prior.1.evidence_preserving')
    for node in (claim, record.node(claim['asserts'])):
        assert node['value'] == 'partial: not compared', node['value']
        node['value'] = 'yes'
    claim['text'] = 'yes'
