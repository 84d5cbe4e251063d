"""A rejected output is accepted."""
TAG = 'decision'
WORDS = 'gemm.fp8.n8'


def forge(record):
    item = record.item('gemm', 'fp8')
    decide = record.stages(item)[2]
    decide['decision'] = 'accept'
