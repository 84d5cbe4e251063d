"""A row statistic over its threshold is accepted."""
TAG = 'decision'
WORDS = 'gemm.fp16.m4n12k8'
BASE = 'small'


def forge(record):
    for repeat in record.repeats(0):
        repeat['residual']['row_statistic'] = 1000
    record.stages(0)[0]['product'] = record.repeats(0)[0].key
    witness, decide = record.find(stage='witness', item=0), record.find(stage='decide', item=0)
    witness['residual']['row_statistic'] = 1000
    for node in (decide, record.reduction(0, 'transcript'), record.claim(0, 'transcript')):
        node.keep = True
    record.recompute()
