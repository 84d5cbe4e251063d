"""A null with another reason than the rule gives."""
TAG = 'reduction'
WORDS = 'tolerance'


def forge(record):
    record.reduction(2, 'tolerance')['reason'] = 'not finite'
