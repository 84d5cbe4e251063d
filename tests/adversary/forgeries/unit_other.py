"""A rate in another unit than that of its workload."""
TAG = 'unit'
WORDS = ('hbm_triad.f32.n1024.rate', 'B/s')
BASE = 'small'


def forge(record):
    record.claim(1, 'rate')['unit'] = 'FLOP/s'
