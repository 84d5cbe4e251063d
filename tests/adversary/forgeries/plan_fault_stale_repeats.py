"""A stale output planned for every repeat, although there is no earlier output."""
TAG = 'plan'
WORDS = 'evidence.jsonl:2'


def forge(record):
    record.plan()['items'][record.item('scatter_add', 'fixed', 1)]['fault']['kind'] = 'stale'
    for claim in record.all(type='claim'):
        claim['name'] = claim['name'].replace('.faulty_precision.', '.faulty_stale.')
