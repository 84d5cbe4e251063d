"""A triad with a row statistic."""
TAG = 'schema'
WORDS = 'row_statistic'
BASE = 'small'


def forge(record):
    record.repeats(1)[0]['residual']['row_statistic'] = 0
