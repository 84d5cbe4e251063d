"""A product of integers claims fewer wrong elements than were counted."""
TAG = 'reduction'
WORDS = 'evidence.jsonl'
BASE = 'integers'


def forge(record):
    record.reduction(record.item('gemm', 'bf16_exact'), 'wrong_elements')['value'] = 1
