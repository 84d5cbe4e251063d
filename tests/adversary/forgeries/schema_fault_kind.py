"""A planned fault of no known sort."""
TAG = 'schema'
WORDS = 'evidence.jsonl:2'


def forge(record):
    record.plan()['items'][record.item('gemm', 'fp16', 3)]['fault']['kind'] = 'gamma'
    for claim in record.all(type='claim'):
        claim['name'] = claim['name'].replace('.faulty_element.', '.faulty_gamma.')
