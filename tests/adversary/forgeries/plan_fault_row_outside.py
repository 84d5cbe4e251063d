"""A planned fault in every repeat, in a row outside the output."""
TAG = 'plan'
WORDS = 'evidence.jsonl:2'


def forge(record):
    record.plan()['items'][record.item('gemm', 'fp16', 3, m=4)]['fault']['row'] = (1 << 53) - 1
