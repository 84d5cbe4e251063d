"""A right product of integers names a wrong element."""
import toolkit

TAG = 'element'
WORDS = 'evidence.jsonl'
BASE = 'integers'


def forge(record):
    witness = record.find(stage='witness', item=record.item('gemm', 'fp16_exact'))
    found = toolkit.opened(witness, 0, 0, 2)
    witness['element'] = {'row': 0, 'column': 0, 'expected': '0000', 'found': found}
    record.recompute()
