"""The tolerance of a product of 63 terms is three floors, as if it were not thin."""
TAG = 'reduction'
WORDS = 'tolerance'


def forge(record):
    item = record.item('gemm', 'bf16', m=64, k=63)
    record.reduction(item, 'tolerance')['value'] = 3 * record.reduction(item, 'floor')['value']
