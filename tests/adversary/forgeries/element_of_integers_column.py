"""The wrong element of a product of integers is in a column that it does not have."""
TAG = 'element'
WORDS = 'evidence.jsonl'
BASE = 'integers'


def forge(record):
    record.find(stage='witness', item=record.item('gemm', 'bf16_exact'))['element']['column'] = 4
    record.recompute()
