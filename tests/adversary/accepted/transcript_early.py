"""A transcript comes before later repeats. Its product is the first that is rejected."""
STATUS = 0
BASE = 'products'


def forge(record):
    item = record.item('gemm', 'fp16', 1)
    stages, repeats = record.stages(item), record.repeats(item)
    product = [repeat.key for repeat in repeats].index(stages[0]['product'])
    assert product < len(repeats) - 1
    for repeat in reversed(repeats[product + 1:]):
        record.move(repeat, after=stages[-1])
