"""A reduction of the plan that names a field."""
TAG = 'schema'
WORDS = 'field'
BASE = 'small'


def forge(record):
    record.reduction(0, 'rate')['field'] = 'seconds'
