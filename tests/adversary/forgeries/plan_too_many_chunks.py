"""A gemm whose output has more chunks than an opening can address."""
TAG = 'plan'
WORDS = 'evidence.jsonl:2'
BASE = 'failed'


def forge(record):
    for shape in (record.plan()['items'][0]['shape'], record.repeats(0)[0]['shape']):
        shape.update(m=(1 << 31) - 1, n=4096)
    for claim in record.all(type='claim'):
        claim['name'] = claim['name'].replace('n4.', 'm2147483647n4096k4.')
