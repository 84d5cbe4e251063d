"""A continuation with two items in another order than its prior, and all that follows from it."""
TAG = 'continues'
WORDS = 'item 6, gemm.int8.n6, '
BASE = 'linked'


def forge(record):
    items = record.plan()['items']
    labels = record.label(5), record.label(6)
    items[5], items[6] = items[6], items[5]
    for node in record.nodes:
        if 'kind' in node and node.get('item') in (5, 6):
            node['item'] = 11 - node['item']
    ahead, behind = [[claim for claim in record.all(type='claim')
                      if claim['name'].startswith(label + '.')] for label in labels]
    for claim in ahead:
        record.move(claim, after=behind[-1])
        behind.append(claim)
