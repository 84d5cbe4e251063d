"""An observation of an item after a link was reduced."""
TAG = ('order', 'revisit', 'calibration')
WORDS = 'a link was reduced'
BASE = 'linked'


def forge(record):
    claim = record.find(type='claim', name='prior.1.evidence_preserving')
    first = record.node(claim['asserts'])
    node = record.find(kind='revisit', item=7)
    record.place(record.copy(node, product=record.repeats(7)[0].key), after=first)
