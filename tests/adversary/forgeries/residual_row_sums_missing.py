"""Attention whose residual does not say how far its row sums are from 1."""
TAG = 'residual'
WORDS = 'row_sum_error'
BASE = 'attentions'


def forge(record):
    del record.repeats(1)[0]['residual']['row_sum_error']
