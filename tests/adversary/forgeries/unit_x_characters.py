"""An x. claim whose unit has a space and other forbidden characters."""
TAG = ('unit', 'schema')
WORDS = 'x.latency.median'
BASE = 'small'


def forge(record):
    claim = record.all(type='claim')[-1]
    claim.update(unit='ns (best)', text=claim['text'].replace('ns', 'ns (best)'))
