"""Claims of an item with a planned fault that are named as those of a clean one."""
TAG = 'claim'
WORDS = 'gemm.fp16.n4.injected_bit.rate'


def forge(record):
    for claim in record.all(type='claim'):
        claim['name'] = claim['name'].replace('.injected_bit.', '.')
