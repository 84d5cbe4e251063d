"""An item names the tolerance of a format that the plan has with another shape alone."""
TAG = 'plan'
WORDS = 'evidence.jsonl:2'
BASE = 'judged'


def forge(record):
    item = record.item('gemm', 'fp8', m=4, n=12)
    record.rename_item(item, lambda of: of['shape'].update(k=9))
