"""A rejected output is accepted."""
TAG = 'decision'
WORDS = 'gemm.fp8.n8'
BASE = 'states'


def forge(record):
    item = record.item('gemm', 'fp8')
    decide = record.stages(item)[2]
    decide['decision'] = 'accept'
