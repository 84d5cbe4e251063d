"""An item names the tolerance of a variant that its workload does not have."""
TAG = 'plan'
WORDS = 'evidence.jsonl:2'
BASE = 'judged'


def forge(record):
    item = record.item('gemm', 'fp8', m=4, n=12)
    record.plan()['items'][item]['tolerance_of'] = 'fp4'
