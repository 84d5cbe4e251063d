"""A repair with the output that was rejected is accepted."""
TAG = 'digest'
WORDS = 'gemm.fp8.n8'


def forge(record):
    item = record.item('gemm', 'fp8')
    rejected = record.stages(item)[0]['output_digest']
    opened = record.stages(item)[1]['openings']
    for node in record.stages(item)[3:5]:
        node['output_digest'] = rejected
    record.stages(item)[4]['openings'] = opened
