"""A stage after the transcript was reduced."""
TAG = ('reduction', 'stage', 'claim', 'order')
WORDS = 'evidence.jsonl'
BASE = 'sums'


def forge(record):
    item = record.item('attention', 'bf16')
    stages = record.stages(item)
    reduction = record.reduction(item, 'transcript')
    reduction.update(inputs=[stages[3].key], value='injected reject')
    record.move(reduction, after=stages[3])
    for claim in record.all(type='claim', asserts=reduction.key):
        claim.update(value='injected reject', text='injected reject')
