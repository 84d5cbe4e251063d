"""A repair that comes after a link was reduced, though none of its item's own values were."""
TAG = ('order', 'stage')
WORDS = 'was reduced'
BASE = 'linked'


def forge(record):
    decide = record.stages(11)[-1]
    assert decide['decision'] == 'reject'
    keys = {node.key for node in record.nodes if node.get('item') == 11 and 'kind' in node}
    late = [node for node in record.all(type='reduction')
            if 'prior' not in node and keys.intersection(node['inputs'])]
    at = record.all(type='reduction', prior=1)[-1]
    repair = record.copy(decide, index=decide['index'] + 1, stage='repair', previous=decide.key,
                         method='made up', output_digest='5' * 64)
    del repair['decision']
    record.place(repair, after=at)
    at = repair
    for node in late:
        record.move(node, after=at)
        at = node
