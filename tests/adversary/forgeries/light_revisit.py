"""A revisit of a prior that is a light record, which opened no places."""
TAG = 'revisit'
WORDS = 'gemm.int8.n6'
BASE = 'grown'


def forge(record):
    stages = record.stages(0)
    witness = next(node for node in stages if node['stage'] == 'witness')
    record.place(
        record.copy(witness, kind='revisit', prior=1, product=stages[0]['product']),
        after=stages[-1])
    revisit = record.find(kind='revisit')
    for name in set(revisit) - {'environment', 'item', 'kind', 'openings', 'plan', 'prior',
                                'product', 'type'}:
        del revisit[name]
