"""An item names the tolerance of one that comes later."""
TAG = 'plan'
WORDS = 'evidence.jsonl:2'
BASE = 'judged'


def forge(record):
    item = record.item('gemm', 'fp16', m=4, n=12)
    record.plan()['items'][item]['tolerance_of'] = 'bf16'
