"""A claim that asserts another item's reduction."""
TAG = ('claim', 'value')
WORDS = 'hbm_triad.f32.n1024'
BASE = 'small'


def forge(record):
    record.claim(1, 'peak_memory')['asserts'] = record.reduction(0, 'peak_memory').key
