"""Claims of an item with a planned fault have the names of an item without it."""
TAG = 'claim'
WORDS = 'gemm.fp16.n4.injected_bit.rate'
BASE = 'shapes'


def forge(record):
    for claim in record.all(type='claim'):
        claim['name'] = claim['name'].replace('.injected_bit.', '.')
