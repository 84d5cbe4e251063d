"""A revisit of an item whose plan injects a fault."""
TAG = 'revisit'
WORDS = 'gemm.fp16.n4.injected_bit'
BASE = 'linked'


def forge(record):
    decide = [node for node in record.stages(11) if node['stage'] == 'decide'][-1]
    witness = next(node for node in record.stages(11) if node['stage'] == 'witness')
    product = next(node for node in record.stages(11) if node['stage'] == 'acquire')['product']
    record.place(record.copy(record.find(kind='revisit', item=0), item=11, product=product,
                             openings=witness['openings']), after=decide)
