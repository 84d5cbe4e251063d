"""A calibration of an item with a failed repeat."""
TAG = 'calibration'
WORDS = 'gemm.int8.n6'


def forge(record):
    node = record.find(kind='calibration')
    item = record.find(status='failed')['item']
    twin = record.copy(node, item=item, product=record.repeats(item)[0].key)
    for field in ('reference_max', 'difference_max'):
        twin[field] = [number * 1e4 for number in twin[field]]
    record.place(twin, after=record.repeats(item)[0])
