"""An x. claim over a measured rate."""
TAG = ('claim', 'edge')
WORDS = 'evidence.jsonl'
BASE = 'small'


def forge(record):
    claim = record.all(type='claim')[-1]
    rate = record.claim(0, 'rate')
    extra = record.copy(claim, name='x.fast', asserts=rate['asserts'], value=rate['value'],
                        unit='FLOP/s', text=rate['text'])
    del extra['beside']
    record.place(extra, after=claim)
