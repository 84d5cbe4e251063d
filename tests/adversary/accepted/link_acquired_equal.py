"""Repeat 0 of an atomic sum differs from that of the prior, what both acquired is equal."""
NAME = 'link.1.scatter_add.atomic.n65536b1024.'
TEXTS = {NAME + 'agreement': 'within rounding', NAME + 'difference': '0'}
STATUS = 0
BASE = 'alike'


def forge(record):
    item = record.item('scatter_add', 'atomic')
    record.repeats(item)[0]['output_digest'] = '7' * 64
    for claim in record.all(type='claim'):
        if claim['name'] == NAME + 'agreement':
            for node in (claim, record.node(claim['asserts'])):
                node['value'] = 'within rounding'
            claim['text'] = 'within rounding'
    for quantity, step in (('identical', -1), ('within_rounding', 1)):
        claim = record.find(type='claim', name='prior.1.' + quantity)
        for node in (claim, record.node(claim['asserts'])):
            node['value'] += step
        claim['text'] = '%d' % claim['value']
