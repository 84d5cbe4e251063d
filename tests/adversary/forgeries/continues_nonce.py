"""A continuation with another nonce than its prior, and with the claims that follow from it."""
TAG = 'continues'
WORDS = 'nonce'
BASE = 'lost'


def set_value(record, name, value, text, reason=None):
    claim = record.find(type='claim', name=name)
    for node in (claim, record.node(claim['asserts'])):
        node['value'] = value
        node.pop('reason', None)
        if reason:
            node['reason'] = reason
    claim['text'] = text


def forge(record):
    record.plan()['nonce'] = 'ba'
    words = 'not comparable: other nonce'
    set_value(record, 'link.1.gemm.fp16.n4.agreement', words, words)
    set_value(record, 'link.1.gemm.fp16.n4.difference', None, 'n/a', 'other nonce')
    set_value(record, 'prior.1.identical', 0, '0')
    set_value(record, 'prior.1.not_comparable', 14, '14')
    set_value(record, 'prior.1.evidence_preserving', None, 'n/a', 'nothing comparable')
