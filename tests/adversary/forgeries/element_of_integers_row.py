"""The wrong element of a product of integers is in a row that it does not have."""
TAG = 'element'
WORDS = 'evidence.jsonl'
BASE = 'integers'


def forge(record):
    record.find(stage='witness', item=record.item('gemm', 'bf16_exact'))['element']['row'] = 4
    record.recompute()
