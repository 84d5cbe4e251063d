"""A rate in another unit than its workload's."""
TAG = 'unit'
WORDS = ('hbm_triad.f32.n1024.rate', 'B/s')
BASE = 'small'


def forge(record):
    claim = record.claim(1, 'rate')
    claim.update(unit='FLOP/s', text=claim['text'].replace('B/s', 'FLOP/s'))
