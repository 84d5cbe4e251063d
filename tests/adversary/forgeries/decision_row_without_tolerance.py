"""A row statistic over its threshold is undecided because the item has no tolerance."""
TAG = 'decision'
WORDS = 'gemm.tf32.n70'
BASE = 'products'


def forge(record):
    item = record.item('gemm', 'tf32', 1)
    for repeat in record.repeats(item):
        repeat['residual']['row_statistic'] = 1000
    record.stages(item)[0]['product'] = record.repeats(item)[0].key
    witness = record.find(stage='witness', item=item)
    decide = record.find(stage='decide', item=item)
    witness['residual']['row_statistic'] = 1000
    for node in (decide, record.reduction(item, 'transcript'), record.claim(item, 'transcript')):
        node.keep = True
    record.recompute()
