"""A dimension that is `true`, which equals 1 in some languages."""
TAG = ('workload', 'schema')
WORDS = 'evidence.jsonl'
BASE = 'small'


def forge(record):
    record.plan()['items'][1]['shape']['n'] = 1
    for node in record.repeats(1):
        node['shape']['n'] = True
    record.recompute()
    for claim in record.all(type='claim'):
        claim['name'] = claim['name'].replace('n1024', 'n1')
