"""A flipped bit leaves the output as it was."""
import random

import toolkit

TAG = 'stage'
WORDS = 'evidence.jsonl'
BASE = 'shapes'


def forge(record):
    number = record.find(stage='inject', fault='bit')['item']
    item = toolkit.checker.Item(number, record.plan()['items'][number])
    output = toolkit.Output(item, random.Random(1))
    product = record.repeats(number)[-1]['residual']
    for node in record.repeats(number) + record.stages(number):
        if 'output_digest' in node:
            node['output_digest'] = output.digest
        if 'residual' in node:
            node['residual'] = product
    witness = record.find(stage='witness', item=number)
    witness['openings'] = output.openings(record.plan()['nonce'])
    witness.pop('element', None)
    record.recompute()
