"""Products of an item without a point."""
TAG = 'reduction'
WORDS = 'products'
BASE = 'faults'


def forge(record):
    item = record.item('gemm', 'fp16')
    repeats = record.repeats(item)
    reduction = record.copy(record.reduction(record.point('cold'), 'products'),
                            inputs=[node.key for node in repeats])
    record.place(reduction, before=record.all(type='claim')[0])
