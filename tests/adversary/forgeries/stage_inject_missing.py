"""A planned fault was not injected; the transcript has no inject stage."""
TAG = 'stage'
WORDS = 'evidence.jsonl'
BASE = 'sums'


def forge(record):
    item = record.item('attention', 'bf16')
    acquire, inject, witness, decide = record.stages(item)[:4]
    record.remove(*record.stages(item)[4:])
    record.remove(inject)
    witness.update(index=1, previous=acquire.key, output_digest=acquire['output_digest'],
                   residual=dict(record.node(acquire['product'])['residual']))
    decide['index'] = 2
    record.reduction(item, 'transcript')['inputs'] = [decide.key]
    record.recompute()
