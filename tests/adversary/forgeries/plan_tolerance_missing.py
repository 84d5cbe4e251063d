"""An item names the tolerance of a format of which the plan has no item."""
TAG = 'plan'
WORDS = 'evidence.jsonl:2'
BASE = 'judged'


def forge(record):
    item = record.item('gemm', 'fp8', m=4, n=12)
    record.plan()['items'][item]['tolerance_of'] = 'tf32'
