"""A row statistic over its threshold is accepted."""
TAG = 'decision'
WORDS = 'gemm.fp16.m4n12k8'
BASE = 'small'


def forge(record):
    last = record.repeats(0)[-1]
    last['residual']['row_statistic'] = 1000
    witness, decide = record.find(stage='witness', item=0), record.find(stage='decide', item=0)
    witness['residual']['row_statistic'] = 1000
    for node in (decide, record.reduction(0, 'transcript'), record.claim(0, 'transcript')):
        node.keep = True
    record.recompute()
