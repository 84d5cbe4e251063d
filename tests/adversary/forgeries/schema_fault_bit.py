"""A planned fault that names a bit, of which the format says nothing."""
TAG = 'schema'
WORDS = 'evidence.jsonl:2'


def forge(record):
    record.plan()['items'][record.item('gemm', 'fp16', 2)]['fault']['bit'] = 14
