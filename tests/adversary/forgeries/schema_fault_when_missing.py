"""A planned fault that does not say when."""
TAG = 'schema'
WORDS = 'when'


def forge(record):
    del record.plan()['items'][record.item('gemm', 'fp16', 3)]['fault']['when']
