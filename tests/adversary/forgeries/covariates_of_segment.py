"""The samples of a segment do not cover it."""
TAG = 'covariates'
WORDS = 'evidence.jsonl:'
BASE = 'faults'


def forge(record):
    record.segments(record.point('cold'))[0]['covariates']['pressure']['longest_gap_s'] = 0.001
