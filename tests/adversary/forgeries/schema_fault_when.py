"""A fault planned for a time that the format does not know."""
TAG = 'schema'
WORDS = 'when'


def forge(record):
    record.plan()['items'][record.item('gemm', 'fp16', 3)]['fault']['when'] = 'always'
