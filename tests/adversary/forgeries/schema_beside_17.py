"""An x. claim that shows 17 others beside it."""
TAG = 'schema'
WORDS = 'beside'
BASE = 'small'


def forge(record):
    claim = record.all(type='claim')[-1]
    claim['beside'] = (claim['beside'] * 4)[:17]
