"""An output without the last element of each row, digested and opened that way."""
import random

import toolkit

TAG = 'opening'
WORDS = 'opening 0'
BASE = 'small'


def forge(record):
    item = toolkit.checker.Item(0, record.plan()['items'][0])
    size = toolkit.checker.row_bytes(item, 0) - 2
    output = toolkit.Output(item, random.Random(1), size)
    for node in record.repeats(0) + record.stages(0)[:2]:
        node['output_digest'] = output.digest
    record.find(stage='witness', item=0)['openings'] = output.openings(record.plan()['nonce'])
