"""Claims of a fault in every repeat say that it was in the transcript only."""
TAG = 'claim'
WORDS = 'gemm.fp16.n4.faulty_element.rate'
BASE = 'faults'


def forge(record):
    for claim in record.all(type='claim'):
        claim['name'] = claim['name'].replace('.faulty_element.', '.injected_element.')
