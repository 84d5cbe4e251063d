"""A wrong product of integers names no wrong element."""
TAG = 'element'
WORDS = 'evidence.jsonl'
BASE = 'integers'


def forge(record):
    for witness in record.all(stage='witness', item=record.item('gemm', 'bf16_exact')):
        witness.pop('element', None)
    record.recompute()
