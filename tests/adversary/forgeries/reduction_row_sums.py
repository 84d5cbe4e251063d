"""An output passes whose recomputation had row sums that are no sums of probabilities."""
TAG = 'reduction'
WORDS = 'verified'
BASE = 'attentions'


def forge(record):
    for residual in record.residuals(0):
        residual['row_sum_error'] = 1e-5
    record.stages(0)[0]['product'] = record.repeats(0)[0].key
    record.reduction(0, 'verified').keep = True
    record.recompute()
