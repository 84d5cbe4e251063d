"""Row sums that are off by just what rounding may leave, 135 * 2^-24 for 16 keys."""
STATUS = 0
BASE = 'attentions'
TEXTS = {'attention.bf16.b1h2s16d8.row_sum_error': '8.05e-06',
         'attention.bf16.b1h2s16d8.row_sum_bound': '8.05e-06',
         'attention.bf16.b1h2s16d8.verified': 'PASS',
         'attention.bf16_causal.b1h2s16d8.verified': 'FAIL'}


def forge(record):
    for item, value in ((0, 135 * 2.0 ** -24), (1, 136 * 2.0 ** -24)):
        for residual in record.residuals(item):
            residual['row_sum_error'] = value
    record.stages(1)[0]['product'] = record.repeats(1)[0].key
    record.recompute()
