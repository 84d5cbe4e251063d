"""An f32 product of narrower operands is accepted: its G is above what any order of sums gives."""
TAG = 'decision'
WORDS = 'gemm.f32.n64'
BASE = 'narrowed'


def forge(record):
    item = record.item('gemm', 'f32', m=64)
    stages = record.stages(item)
    decide = next(stage for stage in stages if stage['stage'] == 'decide')
    assert decide['decision'] == 'reject'
    decide['decision'] = 'accept'
    record.remove(*stages[stages.index(decide) + 1:])
    reduction, claim = record.reduction(item, 'transcript'), record.claim(item, 'transcript')
    reduction.update(inputs=[decide.key], value='accept')
    claim.update(value='accept', text='accept')
