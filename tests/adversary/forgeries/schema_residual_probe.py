"""The probe of a row statistic is an empty one."""
TAG = 'schema'
WORDS = 'probe'
BASE = 'small'


def forge(record):
    record.repeats(0)[0]['residual']['probe'] = 12
