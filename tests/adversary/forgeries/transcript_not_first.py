"""A transcript comes before a later repeat, which it ought to have judged: none is rejected."""
TAG = 'stage'
WORDS = 'product'
BASE = 'products'


def forge(record):
    item = record.item('gemm', 'fp16')
    stages, repeats = record.stages(item), record.repeats(item)
    first = next(stage for stage in stages if stage['stage'] == 'acquire')
    assert first['product'] == repeats[-1].key
    first.update(product=repeats[-2].key, output_digest=repeats[-2]['output_digest'])
    record.move(repeats[-1], after=stages[-1])
