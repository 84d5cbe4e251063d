"""A repair without a witness stage after it."""
TAG = 'stage'
WORDS = 'gemm.fp8.n8'
BASE = 'states'


def forge(record):
    item = record.item('gemm', 'fp8')
    stages = record.stages(item)
    record.remove(*stages[4:])
    transcript = record.reduction(item, 'transcript')
    transcript.update(inputs=[stages[2].key], value='reject')
    record.claim(item, 'transcript').update(value='reject', text='reject')
