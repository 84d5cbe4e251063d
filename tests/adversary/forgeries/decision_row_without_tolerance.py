"""A row statistic over its threshold is undecided because the item has no tolerance."""
TAG = 'decision'
WORDS = 'gemm.tf32.m5n7k9'


def forge(record):
    item = record.item('gemm', 'tf32')
    record.repeats(item)[-1]['residual']['row_statistic'] = 1000
    witness = record.find(stage='witness', item=item)
    decide = record.find(stage='decide', item=item)
    witness['residual']['row_statistic'] = 1000
    for node in (decide, record.reduction(item, 'transcript'), record.claim(item, 'transcript')):
        node.keep = True
    record.recompute()
