"""A calibration of an item with a failed repeat."""
TAG = 'calibration'
WORDS = 'gemm.int8.n6'


def forge(record):
    node = record.find(kind='calibration')
    item = record.find(status='failed')['item']
    record.place(record.copy(node, item=item, product=record.repeats(item)[0].key),
                 after=record.repeats(item)[0])
