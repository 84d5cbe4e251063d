"""Two witness stages of one output name another right value for its wrong element."""
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
    second['element'] = dict(first['element'])
    digits = first['element']['expected']
    second['element']['expected'] = digits[:-1] + ('1' if digits[-1] == '0' else '0')
    if second['element']['expected'] == first['element']['found']:
        second['element']['expected'] = digits[:-1] + 'f'
    stages[-1]['decision'] = 'reject'
    record.recompute()
