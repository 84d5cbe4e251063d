"""An output is accepted that only its G rejects: its rounding is coarser than the format's."""
TAG = 'decision'
WORDS = 'gemm.fp16.m65n70k80'
BASE = 'products'


def forge(record):
    item = record.item('gemm', 'fp16', m=65)
    stages = record.stages(item)
    decide = next(stage for stage in stages if stage['stage'] == 'decide')
    assert decide['decision'] == 'reject'
    decide['decision'] = 'accept'
    record.remove(*stages[stages.index(decide) + 1:])
    reduction, claim = record.reduction(item, 'transcript'), record.claim(item, 'transcript')
    reduction.update(inputs=[decide.key], value='accept')
    claim.update(value='accept', text='accept')
