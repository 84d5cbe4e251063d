"""A product of 63 terms has a tolerance of three floors, as if it were not thin."""
TAG = 'reduction'
WORDS = 'tolerance'
BASE = 'shapes'


def forge(record):
    item = record.item('gemm', 'bf16', m=64, k=63)
    record.reduction(item, 'tolerance')['value'] = 3 * record.reduction(item, 'floor')['value']
