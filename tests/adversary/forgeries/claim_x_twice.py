"""Two x. claims with one name."""
TAG = 'claim'
WORDS = 'x.latency.median'
BASE = 'small'


def forge(record):
    claim = record.all(type='claim')[-1]
    record.place(record.copy(claim, unit='us', text=claim['text'].replace('ns', 'us')), after=claim)
