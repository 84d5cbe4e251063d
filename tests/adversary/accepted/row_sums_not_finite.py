"""Row sums that are not finite: the residual is null, and need not have any."""
STATUS = 0
BASE = 'attentions'
TEXTS = {'attention.bf16.b1h2s16d8.row_sum_error': 'n/a',
         'attention.bf16.b1h2s16d8.verified': 'FAIL'}


def forge(record):
    for residual in record.residuals(0):
        del residual['row_sum_error']
        residual.update(difference_max=None, reason='not finite')
    record.stages(0)[0]['product'] = record.repeats(0)[0].key
    record.recompute()
