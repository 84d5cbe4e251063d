"""One of two witness stages of one output names no wrong element."""
TAG = 'element'
WORDS = 'evidence.jsonl'
BASE = 'forms_of_gemm'


def forge(record):
    inject = record.find(stage='inject')
    stages = record.stages(inject['item'])
    first, second = [node for node in stages if node['stage'] == 'witness']
    repair = next(node for node in stages if node['stage'] == 'repair')
    repair['output_digest'] = second['output_digest'] = first['output_digest']
    second['residual'], second['openings'] = first['residual'], first['openings']
    stages[-1]['decision'] = 'reject'
    record.recompute()
