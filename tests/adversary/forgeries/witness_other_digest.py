"""The witness has another output than the acquired one."""
import random

import toolkit

TAG = 'witness'
WORDS = 'output_digest'
BASE = 'small'


def forge(record):
    item = toolkit.checker.Item(1, record.plan()['items'][1])
    output = toolkit.Output(item, random.Random(1))
    witness = record.find(stage='witness', item=1)
    witness['output_digest'] = output.digest
    witness['openings'] = output.openings(record.plan()['nonce'])
