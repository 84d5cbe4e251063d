"""An x. claim with a tolerance."""
TAG = 'schema'
WORDS = 'tolerance'
BASE = 'small'


def forge(record):
    record.all(type='claim')[-1]['tolerance'] = 1
