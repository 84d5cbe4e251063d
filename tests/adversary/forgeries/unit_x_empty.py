"""An x. claim with an empty unit."""
TAG = ('unit', 'schema')
WORDS = 'x.latency.median'
BASE = 'small'


def forge(record):
    claim = record.all(type='claim')[-1]
    claim.update(unit='', text=claim['text'].replace('ns', ''))
