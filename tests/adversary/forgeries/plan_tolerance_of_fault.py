"""An item names the tolerance of one with a planned fault, whose outputs are wrong."""
TAG = 'plan'
WORDS = 'evidence.jsonl:2'
BASE = 'judged'


def forge(record):
    item = record.item('gemm', 'fp16', m=4, n=12)
    record.rename_item(item, lambda of: of.update(
        fault={'column': 0, 'kind': 'element', 'row': 0, 'when': 'repeats'}))
