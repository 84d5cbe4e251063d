"""A transcript of an item with a failed repeat."""
import random

import toolkit

TAG = 'stage'
WORDS = 'evidence.jsonl'
BASE = 'sums'


def forge(record):
    item = record.find(status='failed', workload='reduction')['item']
    ok = record.repeats(item)[-1]
    planned = toolkit.checker.Item(item, record.plan()['items'][item])
    output = toolkit.Output(planned, random.Random(1))
    ok['output_digest'] = output.digest
    acquire = record.copy(record.find(stage='acquire'), item=item, product=ok.key,
                          output_digest=ok['output_digest'], environment=ok['environment'])
    record.place(acquire, after=ok)
    witness = record.copy(acquire, stage='witness', index=1, previous=acquire.key,
                          residual=ok['residual'],
                          openings=output.openings(record.plan()['nonce']))
    del witness['product']
    record.place(witness, after=acquire)
    decide = record.copy(witness, stage='decide', index=2, previous=witness.key,
                         decision='accept')
    del decide['residual'], decide['output_digest'], decide['openings']
    record.place(decide, after=witness)
