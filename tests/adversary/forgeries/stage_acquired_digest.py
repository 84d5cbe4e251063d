"""The acquired digest is not that of the product."""
import random

import toolkit

TAG = 'stage'
WORDS = 'output_digest'
BASE = 'small'


def forge(record):
    item = toolkit.checker.Item(1, record.plan()['items'][1])
    output = toolkit.Output(item, random.Random(1))
    for stage in record.stages(1)[:2]:
        stage['output_digest'] = output.digest
    record.stages(1)[1]['openings'] = output.openings(record.plan()['nonce'])
