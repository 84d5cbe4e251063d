"""The repair gives the wrong output again: both witness stages name the same element."""
BASE = 'forms_of_gemm'
STATUS = 0


def forge(record):
    inject = record.find(stage='inject')
    stages = record.stages(inject['item'])
    first, second = [node for node in stages if node['stage'] == 'witness']
    repair = next(node for node in stages if node['stage'] == 'repair')
    repair['output_digest'] = second['output_digest'] = first['output_digest']
    second['residual'], second['openings'] = first['residual'], first['openings']
    second['element'] = dict(first['element'])
    stages[-1]['decision'] = 'reject'
    record.recompute()
