"""A rejected output is accepted as its own repair."""
TAG = 'digest'
WORDS = 'evidence.jsonl'
BASE = 'states'


def forge(record):
    repair = record.find(stage='repair', item=record.item('gemm', 'fp8'))
    first, second = [node for node in record.stages(repair['item']) if node['stage'] == 'witness']
    for node in (repair, second):
        node['output_digest'] = first['output_digest']
    second['openings'] = first['openings']
