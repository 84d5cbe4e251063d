"""The repeats of a link have other least lengths on its two sides: there is no ratio of rates."""
TEXTS = {'link.1.gemm.tf32.n70.rate_ratio': 'n/a', 'link.1.gemm.tf32.n70.methods': 'same'}
STATUS = 0
BASE = 'linked'


def forge(record):
    record.plan()['repeat_seconds'] /= 2
    for claim in record.all(type='claim'):
        reduction = record.node(claim['asserts'])
        if reduction['function'].startswith('rate_ratio') and \
                reduction.get('reason') not in ('not here', 'repeat failed'):
            for node in (reduction, claim):
                node.update(value=None, reason='unlike repeats')
            claim['text'] = 'n/a'
