"""A claim although the plan has no items."""
TAG = ('claim', 'schema')
WORDS = 'evidence.jsonl'
BASE = 'x'


def forge(record):
    claim = record.find(type='claim')
    claim['name'] = 'hbm_triad.f32.n1024.rate'
