"""A dimension that is `true`, which equals 1 in some languages."""
import random

import toolkit

TAG = ('workload', 'schema')
WORDS = 'evidence.jsonl'
BASE = 'small'


def forge(record):
    record.plan()['items'][1]['shape']['n'] = 1
    item = toolkit.checker.Item(1, record.plan()['items'][1])
    output = toolkit.Output(item, random.Random(1))
    for node in record.repeats(1) + record.stages(1)[:2]:
        node['output_digest'] = output.digest
    record.stages(1)[1]['openings'] = output.openings(record.plan()['nonce'])
    for node in record.repeats(1):
        node['shape']['n'] = True
    record.recompute()
    for claim in record.all(type='claim'):
        claim['name'] = claim['name'].replace('n1024', 'n1')
