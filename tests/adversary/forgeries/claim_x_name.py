"""An x. claim with a capital letter in its name."""
TAG = ('claim', 'schema')
WORDS = 'x.Latency'
BASE = 'small'


def forge(record):
    record.all(type='claim')[-1]['name'] = 'x.Latency'
