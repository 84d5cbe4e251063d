"""The transcript is not of the rejected repeat."""
import random

import toolkit

TAG = 'stage'
WORDS = 'gemm.fp8.n8'
BASE = 'states'


def forge(record):
    item = record.item('gemm', 'fp8')
    last = record.repeats(item)[-1]
    stages = record.stages(item)
    planned = toolkit.checker.Item(item, record.plan()['items'][item])
    output = toolkit.Output(planned, random.Random(1))
    last['output_digest'] = output.digest
    stages[0].update(product=last.key, output_digest=last['output_digest'])
    stages[1].update(output_digest=last['output_digest'], residual=last['residual'],
                     openings=output.openings(record.plan()['nonce']))
    record.reduction(item, 'transcript')['inputs'] = [stages[2].key]
    record.remove(*stages[3:])
    stages[2].keep = True
    stages[2]['decision'] = 'accept'
    record.recompute()
